// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu/elu_cpu.h"

#include "opgen_math.h"

// x where it is positive, alpha * (exp(x) - 1) elsewhere
template <typename T>
opgen_status zoo_kernels::elu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(x_i > 0 ? x_i : alpha_value * std::expm1(x_i));
  }
  return OPGEN_OK;
}

ZOO_ELU_CPU_INSTANTIATE;
