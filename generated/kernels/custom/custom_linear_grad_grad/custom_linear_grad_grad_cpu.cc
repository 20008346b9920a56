// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear_grad_grad/custom_linear_grad_grad_cpu.h"

#include <algorithm>

#include "opgen_broadcast.h"

// Gradients of custom_linear_grad, for second derivatives of custom_linear
template <typename T>
opgen_status custom_kernels::custom_linear_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    bool use_bias) {
  if (!opgen::same_dims(dy, x, 1) || !opgen::same_dims(ddx, x)) {
    return opgen::fail(ctx, "custom_linear_grad_grad",
                       "ddx has the shape of x, and dy differs from it in the last dimension only");
  }
  const int64_t rows = x.numel(0, x.ndim - 1), n = weight.shape[0], k = weight.shape[1];
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gweight.data, gweight.numel(), T(0));
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t out = 0; out < n; ++out) {
      const T dy_at = dy[row * n + out];
      T sum = use_bias ? ddbias[out] : T(0);
      for (int64_t in = 0; in < k; ++in) {
        sum += ddx[row * k + in] * weight[out * k + in] + x[row * k + in] * ddweight[out * k + in];
        gx[row * k + in] += dy_at * ddweight[out * k + in];
        gweight[out * k + in] += dy_at * ddx[row * k + in];
      }
      gdy[row * n + out] = sum;
    }
  }
  return OPGEN_OK;
}

CUSTOM_CUSTOM_LINEAR_GRAD_GRAD_CPU_INSTANTIATE;
