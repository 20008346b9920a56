// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish_grad_grad/hardswish_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of hardswish_grad
template <typename T>
opgen_status zoo_kernels::hardswish_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<const T> dy, opgen::View<const T> x,
                                              opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute ddx_i = ddx[i];
    const Compute x_i = x[i];
    const Compute dy_i = dy[i];
    const Compute part = ddx_i * opgen::clamp(x_i + 3, Compute(0), Compute(6)) / 6;
    gdy[i] = static_cast<T>(part + (x_i + 3 > 0 && x_i + 3 < 6 ? ddx_i * x_i / 6 : Compute(0)));
    gx[i] = static_cast<T>(x_i + 3 > 0 && x_i + 3 < 6 ? ddx_i * dy_i / 3 : Compute(0));
  }
  return OPGEN_OK;
}

ZOO_HARDSWISH_GRAD_GRAD_CPU_INSTANTIATE;
