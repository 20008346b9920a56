// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/relu/relu_cpu.h"

#include "opgen_math.h"

// x where it is positive, zero elsewhere
template <typename T>
opgen_status zoo_kernels::relu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(opgen::relu(x_i));
  }
  return OPGEN_OK;
}

ZOO_RELU_CPU_INSTANTIATE;
