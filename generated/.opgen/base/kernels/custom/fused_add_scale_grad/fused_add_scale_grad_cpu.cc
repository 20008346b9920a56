// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale_grad/fused_add_scale_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradients of fused_add_scale, each summed to the shape of its operand
template <typename T>
opgen_status custom_kernels::fused_add_scale_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                  opgen::View<const T> x, opgen::View<const T> bias,
                                                  opgen::View<const T> scale, opgen::View<T> dx,
                                                  opgen::View<T> dbias, opgen::View<T> dscale) {
  return opgen::not_written(ctx, "fused_add_scale_grad", "kernel",
                            "kernels/custom/fused_add_scale_grad/fused_add_scale_grad_cpu.cc",
                            __LINE__);
}

CUSTOM_FUSED_ADD_SCALE_GRAD_CPU_INSTANTIATE;
