// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh/leaky_relu_yzh_cpu.h"

#include "opgen_broadcast.h"

// Leaky ReLU: x where x > 0, alpha * x elsewhere
template <typename T>
opgen_status custom_kernels::leaky_relu_yzh(opgen_ctx* ctx, opgen::View<const T> x,
                                            opgen::View<T> y, double alpha) {
  return opgen::not_written(ctx, "leaky_relu_yzh", "kernel",
                            "kernels/custom/leaky_relu_yzh/leaky_relu_yzh_cpu.cc", __LINE__);
}

CUSTOM_LEAKY_RELU_YZH_CPU_INSTANTIATE;
