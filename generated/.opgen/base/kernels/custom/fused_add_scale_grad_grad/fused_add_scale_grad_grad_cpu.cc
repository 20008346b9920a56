// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale_grad_grad/fused_add_scale_grad_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradients of fused_add_scale_grad, for second derivatives of fused_add_scale
template <typename T>
opgen_status custom_kernels::fused_add_scale_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddbias,
    opgen::View<const T> ddscale, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> bias, opgen::View<const T> scale, opgen::View<T> gdy, opgen::View<T> gx,
    opgen::View<T> gbias, opgen::View<T> gscale) {
  return opgen::not_written(
      ctx, "fused_add_scale_grad_grad", "kernel",
      "kernels/custom/fused_add_scale_grad_grad/fused_add_scale_grad_grad_cpu.cc", __LINE__);
}

CUSTOM_FUSED_ADD_SCALE_GRAD_GRAD_CPU_INSTANTIATE;
