// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu_grad/gelu_grad_cpu.h"

#include "opgen_math.h"

// Gradient of gelu
template <typename T>
opgen_status zoo_kernels::gelu_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute dy_i = dy[i];
    const Compute x_i = x[i];
    const Compute part = Compute(0.5641895835477563) * x_i * std::exp(-(x_i * x_i) / 2);
    const Compute part_2 = (1 + std::erf(x_i / std::sqrt(Compute(2)))) / 2;
    dx[i] = static_cast<T>(dy_i * (part_2 + part / std::sqrt(Compute(2))));
  }
  return OPGEN_OK;
}

ZOO_GELU_GRAD_CPU_INSTANTIATE;
