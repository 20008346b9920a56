// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale_grad_grad/fused_add_scale_grad_grad_cpu.h"

#include <algorithm>

#include "opgen_broadcast.h"

// Gradients of fused_add_scale_grad, for second derivatives of fused_add_scale
template <typename T>
opgen_status custom_kernels::fused_add_scale_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddbias,
    opgen::View<const T> ddscale, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> bias, opgen::View<const T> scale, opgen::View<T> gdy, opgen::View<T> gx,
    opgen::View<T> gbias, opgen::View<T> gscale) {
  if (!opgen::broadcasts_to(x, dy) || !opgen::broadcasts_to(bias, dy) ||
      !opgen::broadcasts_to(scale, dy)) {
    return opgen::fail(ctx, "fused_add_scale_grad_grad",
                       "x, bias and scale have to broadcast to dy");
  }
  if (!opgen::same_dims(ddx, x) || !opgen::same_dims(ddbias, bias) ||
      !opgen::same_dims(ddscale, scale)) {
    return opgen::fail(ctx, "fused_add_scale_grad_grad",
                       "ddx, ddbias and ddscale have the shapes of x, bias and scale");
  }
  std::fill_n(gx.data, gx.numel(), T(0));
  std::fill_n(gbias.data, gbias.numel(), T(0));
  std::fill_n(gscale.data, gscale.numel(), T(0));
  const opgen::BroadcastTo ddx_at(ddx, dy), ddbias_at(ddbias, dy), ddscale_at(ddscale, dy);
  const opgen::BroadcastTo x_at(x, dy), bias_at(bias, dy), scale_at(scale, dy);
  const opgen::BroadcastTo gx_at(gx, dy), gbias_at(gbias, dy), gscale_at(gscale, dy);
  for (int64_t i = 0; i < dy.numel(); ++i) {
    const T dd_sum = ddx_at[i] + ddbias_at[i];
    gdy[i] = dd_sum * scale_at[i] + ddscale_at[i] * (x_at[i] + bias_at[i]);
    gx_at[i] += ddscale_at[i] * dy[i];
    gbias_at[i] += ddscale_at[i] * dy[i];
    gscale_at[i] += dd_sum * dy[i];
  }
  return OPGEN_OK;
}

CUSTOM_FUSED_ADD_SCALE_GRAD_GRAD_CPU_INSTANTIATE;
