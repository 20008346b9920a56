// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat_grad/concat_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradients of concat: its parts
template <typename T>
opgen_status zoo_kernels::concat_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                      opgen::Views<const T> xs, opgen::Views<T> dxs, int64_t axis) {
  return opgen::not_written(ctx, "concat_grad", "kernel",
                            "kernels/zoo/concat_grad/concat_grad_cpu.cc", __LINE__);
}

ZOO_CONCAT_GRAD_CPU_INSTANTIATE;
