// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/silu_grad_grad/silu_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of silu_grad
template <typename T>
opgen_status zoo_kernels::silu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                         opgen::View<const T> dy, opgen::View<const T> x,
                                         opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    const Compute dy_i = dy[i];
    const Compute sigmoid_value = opgen::sigmoid(x_i);
    const Compute part = 1 + x_i * (1 - sigmoid_value);
    gdy[i] = static_cast<T>(ddx_i * part * sigmoid_value);
    const Compute part_2 = sigmoid_value * (1 - sigmoid_value) * ddx_i * dy_i;
    gx[i] = static_cast<T>(part_2 * (1 + (part - sigmoid_value * x_i)));
  }
  return OPGEN_OK;
}

ZOO_SILU_GRAD_GRAD_CPU_INSTANTIATE;
