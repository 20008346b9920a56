// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish_grad_grad/mish_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of mish_grad
template <typename T>
opgen_status zoo_kernels::mish_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                         opgen::View<const T> dy, opgen::View<const T> x,
                                         opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute ddx_i = ddx[i];
    const Compute dy_i = dy[i];
    const Compute tanh_value = std::tanh(opgen::softplus(x_i));
    const Compute sigmoid_value = opgen::sigmoid(x_i);
    const Compute part = tanh_value + x_i * (1 - tanh_value * tanh_value) * sigmoid_value;
    gdy[i] = static_cast<T>(ddx_i * part);
    const Compute part_2 = sigmoid_value * (1 - tanh_value * tanh_value) * ddx_i * dy_i;
    const Compute part_3 = 1 - 2 * sigmoid_value * x_i * tanh_value;
    gx[i] = static_cast<T>(part_2 * (1 + x_i * (1 - sigmoid_value) + part_3));
  }
  return OPGEN_OK;
}

ZOO_MISH_GRAD_GRAD_CPU_INSTANTIATE;
