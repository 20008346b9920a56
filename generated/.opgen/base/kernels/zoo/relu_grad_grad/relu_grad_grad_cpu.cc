// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/relu_grad_grad/relu_grad_grad_cpu.h"

// Gradient of relu_grad
template <typename T>
opgen_status zoo_kernels::relu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                         opgen::View<const T> x, opgen::View<T> gdy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    gdy[i] = static_cast<T>(x_i > 0 ? ddx_i : Compute(0));
  }
  return OPGEN_OK;
}

ZOO_RELU_GRAD_GRAD_CPU_INSTANTIATE;
