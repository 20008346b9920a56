// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu/gelu_cpu.h"

#include "opgen_math.h"

// x times the probability that a standard normal variable is below x
template <typename T>
opgen_status zoo_kernels::gelu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(x_i * (1 + std::erf(x_i / std::sqrt(Compute(2)))) / 2);
  }
  return OPGEN_OK;
}

ZOO_GELU_CPU_INSTANTIATE;
