// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish/hardswish_cpu.h"

#include "opgen_math.h"

// silu made of straight lines and a parabola
template <typename T>
opgen_status zoo_kernels::hardswish(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(x_i * opgen::clamp(x_i + 3, Compute(0), Compute(6)) / 6);
  }
  return OPGEN_OK;
}

ZOO_HARDSWISH_CPU_INSTANTIATE;
