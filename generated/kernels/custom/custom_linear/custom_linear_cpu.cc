// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear/custom_linear_cpu.h"

#include "opgen_broadcast.h"

// x @ weight.T, plus bias where it is given and use_bias is true
template <typename T>
opgen_status custom_kernels::custom_linear(opgen_ctx* ctx, opgen::View<const T> x,
                                           opgen::View<const T> weight, opgen::View<const T> bias,
                                           opgen::View<T> y, bool use_bias) {
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t out = 0; out < n; ++out) {
      T sum = bias && use_bias ? bias[out] : T(0);
      for (int64_t in = 0; in < k; ++in) {
        sum += x[row * k + in] * weight[out * k + in];
      }
      y[row * n + out] = sum;
    }
  }
  return OPGEN_OK;
}

CUSTOM_CUSTOM_LINEAR_CPU_INSTANTIATE;
