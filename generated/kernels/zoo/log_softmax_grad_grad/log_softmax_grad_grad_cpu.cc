// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/log_softmax_grad_grad/log_softmax_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of log_softmax_grad
template <typename T>
opgen_status zoo_kernels::log_softmax_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                opgen::View<const T> dy, opgen::View<const T> x,
                                                opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex gdy_at(gdy, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex gx_at(gx, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  opgen::Scratch<Compute> exp_value_values(size_batch * size_c);
  opgen::Scratch<Compute> sum_c_values(size_batch);
  opgen::Scratch<Compute> part_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute max_c = opgen::lowest<Compute>;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      max_c = opgen::maximum(max_c, x_i);
    }
    Compute sum_c = 0;
    Compute sum_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute d = x_i - max_c;
      const Compute exp_value = std::exp(d);
      exp_value_values[batch * size_c + c] = exp_value;
      sum_c += exp_value;
      sum_c_2 += ddx_i * exp_value;
    }
    sum_c_values[batch] = sum_c;
    const Compute part = sum_c_2 / sum_c_values[batch];
    part_values[batch] = part;
  }
  opgen::Scratch<Compute> gdy_sum(gdy.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      gdy_sum[gdy_at[batch] * size_c + c] += ddx_i - part_values[batch];
    }
  }
  for (int64_t at = 0; at < gdy.numel(); ++at) {
    gdy[at] = static_cast<T>(gdy_sum[at]);
  }
  opgen::Scratch<Compute> sum_c_3_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c_3 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      sum_c_3 += dy_i;
    }
    sum_c_3_values[batch] = sum_c_3;
  }
  opgen::Scratch<Compute> gx_sum(gx.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute part_2 = sum_c_3_values[batch] * (part_values[batch] - ddx_i);
      const Compute part_3 = part_2 * exp_value_values[batch * size_c + c];
      gx_sum[gx_at[batch] * size_c + c] += part_3 / sum_c_values[batch];
    }
  }
  for (int64_t at_2 = 0; at_2 < gx.numel(); ++at_2) {
    gx[at_2] = static_cast<T>(gx_sum[at_2]);
  }
  return OPGEN_OK;
}

ZOO_LOG_SOFTMAX_GRAD_GRAD_CPU_INSTANTIATE;
