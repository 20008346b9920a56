// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope/rope_cpu.h"

#include "zoo/rotation.h"

// Rotary position embedding: pairs of elements turned by the angle of their place
template <typename T>
opgen_status zoo_kernels::rope(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> cos,
                               opgen::View<const T> sin, opgen::View<T> y, bool interleaved) {
  zoo::rotate(zoo::Rotation<T>(x, cos, sin, y, {interleaved, false}));
  return OPGEN_OK;
}

ZOO_ROPE_CPU_INSTANTIATE;
