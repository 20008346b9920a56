// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope_grad/rope_grad_cpu.h"

#include "zoo/rotation.h"

// Gradient of rope: the same turn backwards
template <typename T>
opgen_status zoo_kernels::rope_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                    opgen::View<const T> cos, opgen::View<const T> sin,
                                    opgen::View<T> dx, bool interleaved) {
  zoo::rotate(zoo::Rotation<T>(dy, cos, sin, dx, {interleaved, true}));
  return OPGEN_OK;
}

ZOO_ROPE_GRAD_CPU_INSTANTIATE;
