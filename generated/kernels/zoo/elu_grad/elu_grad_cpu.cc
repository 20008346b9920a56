// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu_grad/elu_grad_cpu.h"

#include "opgen_math.h"

// Gradient of elu
template <typename T>
opgen_status zoo_kernels::elu_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<T> dx, double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute dy_i = dy[i];
    dx[i] = static_cast<T>(x_i > 0 ? dy_i : dy_i * alpha_value * (std::expm1(x_i) + 1));
  }
  return OPGEN_OK;
}

ZOO_ELU_GRAD_CPU_INSTANTIATE;
