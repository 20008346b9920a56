// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "custom/square/square_cpu.h"

#include "opgen_broadcast.h"

// x squared
template <typename T>
opgen_status custom_kernels::square(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] * x[i];
  }
  return OPGEN_OK;
}

CUSTOM_SQUARE_CPU_INSTANTIATE;
