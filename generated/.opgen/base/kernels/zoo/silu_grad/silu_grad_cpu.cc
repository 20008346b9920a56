// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/silu_grad/silu_grad_cpu.h"

#include "opgen_math.h"

// Gradient of silu
template <typename T>
opgen_status zoo_kernels::silu_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute dy_i = dy[i];
    const Compute sigmoid_value = opgen::sigmoid(x_i);
    dx[i] = static_cast<T>(dy_i * sigmoid_value * (1 + x_i * (1 - sigmoid_value)));
  }
  return OPGEN_OK;
}

ZOO_SILU_GRAD_CPU_INSTANTIATE;
