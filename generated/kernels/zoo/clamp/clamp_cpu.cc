// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/clamp/clamp_cpu.h"

#include "opgen_math.h"

// x, but not below low and not above high, as far as they are given
template <typename T>
opgen_status zoo_kernels::clamp(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                double low, bool has_low, double high, bool has_high) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  const Compute low_value = static_cast<Compute>(low);
  const Compute high_value = static_cast<Compute>(high);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute raised = has_low ? opgen::maximum(x_i, low_value) : x_i;
    y[i] = static_cast<T>(has_high ? opgen::minimum(raised, high_value) : raised);
  }
  return OPGEN_OK;
}

ZOO_CLAMP_CPU_INSTANTIATE;
