// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale/fused_add_scale_cpu.h"

#include "opgen_broadcast.h"

// (x + bias) * scale, where bias and scale broadcast
template <typename T>
opgen_status custom_kernels::fused_add_scale(opgen_ctx* ctx, opgen::View<const T> x,
                                             opgen::View<const T> bias, opgen::View<const T> scale,
                                             opgen::View<T> y) {
  return opgen::not_written(ctx, "fused_add_scale", "kernel",
                            "kernels/custom/fused_add_scale/fused_add_scale_cpu.cc", __LINE__);
}

CUSTOM_FUSED_ADD_SCALE_CPU_INSTANTIATE;
