// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh_grad/leaky_relu_yzh_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of leaky_relu_yzh; its derivative with respect to x is zero
template <typename T>
opgen_status custom_kernels::leaky_relu_yzh_grad(opgen_ctx* ctx, opgen::View<const T> x,
                                                 opgen::View<const T> dy, opgen::View<T> dx,
                                                 double alpha) {
  return opgen::not_written(ctx, "leaky_relu_yzh_grad", "kernel",
                            "kernels/custom/leaky_relu_yzh_grad/leaky_relu_yzh_grad_cpu.cc",
                            __LINE__);
}

CUSTOM_LEAKY_RELU_YZH_GRAD_CPU_INSTANTIATE;
