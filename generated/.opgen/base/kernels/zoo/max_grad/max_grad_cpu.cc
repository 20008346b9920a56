// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_grad/max_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of max, shared evenly by all terms that are the greatest
template <typename T>
opgen_status zoo_kernels::max_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<const T> y, opgen::View<T> dx,
                                   opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "max_grad", "kernel", "kernels/zoo/max_grad/max_grad_cpu.cc",
                            __LINE__);
}

ZOO_MAX_GRAD_CPU_INSTANTIATE;
