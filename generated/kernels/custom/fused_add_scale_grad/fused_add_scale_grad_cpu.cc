// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale_grad/fused_add_scale_grad_cpu.h"

#include <algorithm>

#include "opgen_broadcast.h"

// Gradients of fused_add_scale, each summed to the shape of its operand
template <typename T>
opgen_status custom_kernels::fused_add_scale_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                  opgen::View<const T> x, opgen::View<const T> bias,
                                                  opgen::View<const T> scale, opgen::View<T> dx,
                                                  opgen::View<T> dbias, opgen::View<T> dscale) {
  if (!opgen::broadcasts_to(x, dy) || !opgen::broadcasts_to(bias, dy) ||
      !opgen::broadcasts_to(scale, dy)) {
    return opgen::fail(ctx, "fused_add_scale_grad", "x, bias and scale have to broadcast to dy");
  }
  std::fill_n(dx.data, dx.numel(), T(0));
  std::fill_n(dbias.data, dbias.numel(), T(0));
  std::fill_n(dscale.data, dscale.numel(), T(0));
  const opgen::BroadcastTo x_at(x, dy), bias_at(bias, dy), scale_at(scale, dy);
  const opgen::BroadcastTo dx_at(dx, dy), dbias_at(dbias, dy), dscale_at(dscale, dy);
  // Adding to a broadcast result sums over the dimensions that it was broadcast along.
  for (int64_t i = 0; i < dy.numel(); ++i) {
    const T dsum = dy[i] * scale_at[i];
    dx_at[i] += dsum;
    dbias_at[i] += dsum;
    dscale_at[i] += dy[i] * (x_at[i] + bias_at[i]);
  }
  return OPGEN_OK;
}

CUSTOM_FUSED_ADD_SCALE_GRAD_CPU_INSTANTIATE;
