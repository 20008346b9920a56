// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh_grad/leaky_relu_yzh_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of leaky_relu_yzh; its derivative with respect to x is zero
template <typename T>
opgen_status custom_kernels::leaky_relu_yzh_grad(opgen_ctx* ctx, opgen::View<const T> x,
                                                 opgen::View<const T> dy, opgen::View<T> dx,
                                                 double alpha) {
  const T slope = static_cast<T>(alpha);
  for (int64_t i = 0; i < dx.numel(); ++i) {
    dx[i] = x[i] > T(0) ? dy[i] : slope * dy[i];
  }
  return OPGEN_OK;
}

CUSTOM_LEAKY_RELU_YZH_GRAD_CPU_INSTANTIATE;
