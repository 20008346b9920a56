// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish/mish_cpu.h"

#include "opgen_math.h"

// x times the hyperbolic tangent of its softplus
template <typename T>
opgen_status zoo_kernels::mish(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(x_i * std::tanh(opgen::softplus(x_i)));
  }
  return OPGEN_OK;
}

ZOO_MISH_CPU_INSTANTIATE;
