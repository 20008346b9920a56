// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish_grad/mish_grad_cpu.h"

#include "opgen_math.h"

// Gradient of mish
template <typename T>
opgen_status zoo_kernels::mish_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute dy_i = dy[i];
    const Compute tanh_value = std::tanh(opgen::softplus(x_i));
    const Compute part = tanh_value + x_i * (1 - tanh_value * tanh_value) * opgen::sigmoid(x_i);
    dx[i] = static_cast<T>(dy_i * part);
  }
  return OPGEN_OK;
}

ZOO_MISH_GRAD_CPU_INSTANTIATE;
