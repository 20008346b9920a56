// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/custom_linear/custom_linear_cpu.h"

#include "opgen_broadcast.h"

// x @ weight.T, plus bias where it is given and use_bias is true
template <typename T>
opgen_status custom_kernels::custom_linear(opgen_ctx* ctx, opgen::View<const T> x,
                                           opgen::View<const T> weight, opgen::View<const T> bias,
                                           opgen::View<T> y, bool use_bias) {
  return opgen::not_written(ctx, "custom_linear", "kernel",
                            "kernels/custom/custom_linear/custom_linear_cpu.cc", __LINE__);
}

CUSTOM_CUSTOM_LINEAR_CPU_INSTANTIATE;
