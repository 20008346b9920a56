// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear_grad_grad/custom_linear_grad_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradients of custom_linear_grad, for second derivatives of custom_linear
template <typename T>
opgen_status custom_kernels::custom_linear_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    bool use_bias) {
  return opgen::not_written(ctx, "custom_linear_grad_grad", "kernel",
                            "kernels/custom/custom_linear_grad_grad/custom_linear_grad_grad_cpu.cc",
                            __LINE__);
}

CUSTOM_CUSTOM_LINEAR_GRAD_GRAD_CPU_INSTANTIATE;
