// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus_grad/softplus_grad_cpu.h"

#include "opgen_math.h"

// Gradient of softplus
template <typename T>
opgen_status zoo_kernels::softplus_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                        opgen::View<const T> x, opgen::View<T> dx, double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  for (int64_t i = 0; i < count; ++i) {
    const Compute dy_i = dy[i];
    const Compute x_i = x[i];
    dx[i] = static_cast<T>(dy_i * opgen::sigmoid(beta_value * x_i));
  }
  return OPGEN_OK;
}

ZOO_SOFTPLUS_GRAD_CPU_INSTANTIATE;
