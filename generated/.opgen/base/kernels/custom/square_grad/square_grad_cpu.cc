// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/square_grad/square_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of square: 2 * x * dy
template <typename T>
opgen_status custom_kernels::square_grad(opgen_ctx* ctx, opgen::View<const T> x,
                                         opgen::View<const T> dy, opgen::View<T> dx) {
  return opgen::not_written(ctx, "square_grad", "kernel",
                            "kernels/custom/square_grad/square_grad_cpu.cc", __LINE__);
}

CUSTOM_SQUARE_GRAD_CPU_INSTANTIATE;
