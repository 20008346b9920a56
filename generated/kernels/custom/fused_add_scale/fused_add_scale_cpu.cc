// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/fused_add_scale/fused_add_scale_cpu.h"

#include "opgen_broadcast.h"

// (x + bias) * scale, where bias and scale broadcast
template <typename T>
opgen_status custom_kernels::fused_add_scale(opgen_ctx* ctx, opgen::View<const T> x,
                                             opgen::View<const T> bias, opgen::View<const T> scale,
                                             opgen::View<T> y) {
  const opgen::BroadcastTo x_at(x, y), bias_at(bias, y), scale_at(scale, y);
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = (x_at[i] + bias_at[i]) * scale_at[i];
  }
  return OPGEN_OK;
}

CUSTOM_FUSED_ADD_SCALE_CPU_INSTANTIATE;
