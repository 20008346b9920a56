// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus/softplus_cpu.h"

#include "opgen_math.h"

// A smooth relu: log(1 + exp(beta * x)) / beta
template <typename T>
opgen_status zoo_kernels::softplus(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                   double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    y[i] = static_cast<T>(opgen::softplus(beta_value * x_i) / beta_value);
  }
  return OPGEN_OK;
}

ZOO_SOFTPLUS_CPU_INSTANTIATE;
