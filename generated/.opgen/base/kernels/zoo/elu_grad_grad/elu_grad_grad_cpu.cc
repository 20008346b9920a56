// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu_grad_grad/elu_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of elu_grad
template <typename T>
opgen_status zoo_kernels::elu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<const T> dy, opgen::View<const T> x,
                                        opgen::View<T> gdy, opgen::View<T> gx, double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    const Compute dy_i = dy[i];
    const Compute part = std::expm1(x_i) + 1;
    gdy[i] = static_cast<T>(x_i > 0 ? ddx_i : ddx_i * part * alpha_value);
    gx[i] = static_cast<T>(!(x_i > 0) ? ddx_i * dy_i * alpha_value * part : Compute(0));
  }
  return OPGEN_OK;
}

ZOO_ELU_GRAD_GRAD_CPU_INSTANTIATE;
