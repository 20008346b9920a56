// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus_grad_grad/softplus_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of softplus_grad
template <typename T>
opgen_status zoo_kernels::softplus_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                             opgen::View<const T> dy, opgen::View<const T> x,
                                             opgen::View<T> gdy, opgen::View<T> gx, double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    const Compute dy_i = dy[i];
    const Compute sigmoid_value = opgen::sigmoid(beta_value * x_i);
    gdy[i] = static_cast<T>(ddx_i * sigmoid_value);
    gx[i] = static_cast<T>(ddx_i * dy_i * sigmoid_value * (1 - sigmoid_value) * beta_value);
  }
  return OPGEN_OK;
}

ZOO_SOFTPLUS_GRAD_GRAD_CPU_INSTANTIATE;
