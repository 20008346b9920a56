// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu_grad_grad/gelu_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of gelu_grad
template <typename T>
opgen_status zoo_kernels::gelu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                         opgen::View<const T> dy, opgen::View<const T> x,
                                         opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    const Compute dy_i = dy[i];
    const Compute exp_value = std::exp(-(x_i * x_i) / 2);
    const Compute part = Compute(0.5641895835477563) * x_i * exp_value / std::sqrt(Compute(2));
    gdy[i] = static_cast<T>(ddx_i * ((1 + std::erf(x_i / std::sqrt(Compute(2)))) / 2 + part));
    const Compute part_2 = Compute(1.1283791670955126) - Compute(0.5641895835477563) * (x_i * x_i);
    gx[i] = static_cast<T>(ddx_i * dy_i * exp_value * part_2 / std::sqrt(Compute(2)));
  }
  return OPGEN_OK;
}

ZOO_GELU_GRAD_GRAD_CPU_INSTANTIATE;
