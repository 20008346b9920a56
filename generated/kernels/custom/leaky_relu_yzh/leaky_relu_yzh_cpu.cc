// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh/leaky_relu_yzh_cpu.h"

#include "opgen_broadcast.h"

// Leaky ReLU: x where x > 0, alpha * x elsewhere
template <typename T>
opgen_status custom_kernels::leaky_relu_yzh(opgen_ctx* ctx, opgen::View<const T> x,
                                            opgen::View<T> y, double alpha) {
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = x[i] > T(0) ? x[i] : slope * x[i];
  }
  return OPGEN_OK;
}

CUSTOM_LEAKY_RELU_YZH_CPU_INSTANTIATE;
