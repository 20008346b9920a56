// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear_grad/custom_linear_grad_cpu.h"

#include <algorithm>

#include "opgen_broadcast.h"

// Gradients of custom_linear; dbias is zero where use_bias is false
template <typename T>
opgen_status custom_kernels::custom_linear_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const T> x, opgen::View<const T> weight,
                                                opgen::View<T> dx, opgen::View<T> dweight,
                                                opgen::View<T> dbias, bool use_bias) {
  if (!opgen::same_dims(dy, x, 1)) {
    return opgen::fail(ctx, "custom_linear_grad",
                       "dy and x differ in more than the last dimension");
  }
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dweight.data, dweight.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t out = 0; out < n; ++out) {
      const T dy_at = dy[row * n + out];
      if (use_bias) dbias[out] += dy_at;
      for (int64_t in = 0; in < k; ++in) {
        dx[row * k + in] += dy_at * weight[out * k + in];
        dweight[out * k + in] += dy_at * x[row * k + in];
      }
    }
  }
  return OPGEN_OK;
}

CUSTOM_CUSTOM_LINEAR_GRAD_CPU_INSTANTIATE;
