// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/softmax_grad_grad/softmax_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of softmax_grad
template <typename T>
opgen_status zoo_kernels::softmax_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                            opgen::View<const T> dy, opgen::View<const T> y,
                                            opgen::View<T> gdy, opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(y, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex y_at(y, batch_shape, 0, 1);
  const opgen::BatchIndex gdy_at(gdy, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex gy_at(gy, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  opgen::Scratch<Compute> sum_c_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute y_i = y[y_at[batch] * size_c + c];
      sum_c += ddx_i * y_i;
    }
    sum_c_values[batch] = sum_c;
  }
  opgen::Scratch<Compute> gdy_sum(gdy.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute y_i = y[y_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      gdy_sum[gdy_at[batch] * size_c + c] += y_i * (ddx_i - sum_c_values[batch]);
    }
  }
  for (int64_t at = 0; at < gdy.numel(); ++at) {
    gdy[at] = static_cast<T>(gdy_sum[at]);
  }
  opgen::Scratch<Compute> sum_c_2_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute y_i = y[y_at[batch] * size_c + c];
      sum_c_2 += dy_i * y_i;
    }
    sum_c_2_values[batch] = sum_c_2;
  }
  opgen::Scratch<Compute> gy_sum(gy.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute part = ddx_i * (dy_i - sum_c_2_values[batch]);
      gy_sum[gy_at[batch] * size_c + c] += part - sum_c_values[batch] * dy_i;
    }
  }
  for (int64_t at_2 = 0; at_2 < gy.numel(); ++at_2) {
    gy[at_2] = static_cast<T>(gy_sum[at_2]);
  }
  return OPGEN_OK;
}

ZOO_SOFTMAX_GRAD_GRAD_CPU_INSTANTIATE;
