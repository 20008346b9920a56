// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/square_grad/square_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of square: 2 * x * dy
template <typename T>
opgen_status custom_kernels::square_grad(opgen_ctx* ctx, opgen::View<const T> x,
                                         opgen::View<const T> dy, opgen::View<T> dx) {
  for (int64_t i = 0; i < dx.numel(); ++i) {
    dx[i] = T(2) * x[i] * dy[i];
  }
  return OPGEN_OK;
}

CUSTOM_SQUARE_GRAD_CPU_INSTANTIATE;
