// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear/linear_cpu.h"

// x times the transposed weight, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::linear(opgen_ctx* ctx, opgen::View<const T> x,
                                 opgen::View<const T> weight, opgen::View<const T> bias,
                                 opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_k = x.shape[x.ndim - 1];
  const int64_t size_n = y.shape[y.ndim - 1];
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t n = 0; n < size_n; ++n) {
      Compute sum_k = 0;
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute x_i = x[batch * size_k + k];
        const Compute weight_i = weight[n * size_k + k];
        sum_k += x_i * weight_i;
      }
      const Compute bias_i = bias ? static_cast<Compute>(bias[n]) : Compute(0);
      y[batch * size_n + n] = static_cast<T>(sum_k + (bias ? bias_i : Compute(0)));
    }
  }
  return OPGEN_OK;
}

ZOO_LINEAR_CPU_INSTANTIATE;
