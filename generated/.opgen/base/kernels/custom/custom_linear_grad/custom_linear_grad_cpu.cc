// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear_grad/custom_linear_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradients of custom_linear; dbias is zero where use_bias is false
template <typename T>
opgen_status custom_kernels::custom_linear_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const T> x, opgen::View<const T> weight,
                                                opgen::View<T> dx, opgen::View<T> dweight,
                                                opgen::View<T> dbias, bool use_bias) {
  return opgen::not_written(ctx, "custom_linear_grad", "kernel",
                            "kernels/custom/custom_linear_grad/custom_linear_grad_cpu.cc",
                            __LINE__);
}

CUSTOM_CUSTOM_LINEAR_GRAD_CPU_INSTANTIATE;
