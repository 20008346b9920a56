// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish_grad/hardswish_grad_cpu.h"

#include "opgen_math.h"

// Gradient of hardswish
template <typename T>
opgen_status zoo_kernels::hardswish_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute dy_i = dy[i];
    const Compute x_i = x[i];
    const Compute part = dy_i * opgen::clamp(x_i + 3, Compute(0), Compute(6)) / 6;
    dx[i] = static_cast<T>(part + (x_i + 3 > 0 && x_i + 3 < 6 ? dy_i * x_i / 6 : Compute(0)));
  }
  return OPGEN_OK;
}

ZOO_HARDSWISH_GRAD_CPU_INSTANTIATE;
