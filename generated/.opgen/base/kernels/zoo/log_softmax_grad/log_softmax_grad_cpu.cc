// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/log_softmax_grad/log_softmax_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of log_softmax
template <typename T>
opgen_status zoo_kernels::log_softmax_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                           opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  opgen::Scratch<Compute> exp_value_values(size_c);
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
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute d = x_i - max_c;
      const Compute exp_value = std::exp(d);
      exp_value_values[c] = exp_value;
      sum_c += dy_i;
      sum_c_2 += exp_value;
    }
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      dx[batch * size_c + c] = static_cast<T>(dy_i - sum_c * exp_value_values[c] / sum_c_2);
    }
  }
  return OPGEN_OK;
}

ZOO_LOG_SOFTMAX_GRAD_CPU_INSTANTIATE;
