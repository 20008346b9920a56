// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/logsumexp_grad/logsumexp_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of logsumexp
template <typename T>
opgen_status zoo_kernels::logsumexp_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  opgen::Scratch<Compute> exp_value_values(size_c);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute m = opgen::lowest<Compute>;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      m = opgen::maximum(m, x_i);
    }
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute exp_value = std::exp(x_i - m);
      exp_value_values[c] = exp_value;
      sum_c += exp_value;
    }
    const Compute dy_i = dy[dy_at[batch]];
    for (int64_t c = 0; c < size_c; ++c) {
      dx[batch * size_c + c] = static_cast<T>(dy_i * exp_value_values[c] / sum_c);
    }
  }
  return OPGEN_OK;
}

ZOO_LOGSUMEXP_GRAD_CPU_INSTANTIATE;
