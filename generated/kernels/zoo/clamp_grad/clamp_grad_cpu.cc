// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/clamp_grad/clamp_grad_cpu.h"

#include "opgen_math.h"

// Gradient of clamp
template <typename T>
opgen_status zoo_kernels::clamp_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                     opgen::View<const T> x, opgen::View<T> dx, double low,
                                     bool has_low, double high, bool has_high) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute low_value = static_cast<Compute>(low);
  const bool condition = !has_low;
  const bool condition_2 = !has_high;
  const Compute high_value = static_cast<Compute>(high);
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[i];
    const Compute dy_i = dy[i];
    const Compute raised = has_low ? opgen::maximum(x_i, low_value) : x_i;
    const Compute part = condition_2 || raised < high_value ? dy_i : Compute(0);
    dx[i] = static_cast<T>(condition || x_i > low_value ? part : Compute(0));
  }
  return OPGEN_OK;
}

ZOO_CLAMP_GRAD_CPU_INSTANTIATE;
