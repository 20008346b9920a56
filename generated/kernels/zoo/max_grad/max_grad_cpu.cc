// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_grad/max_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// Gradient of max
template <typename T>
opgen_status zoo_kernels::max_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<const T> y, opgen::View<T> dx,
                                   opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  opgen::Scratch<int64_t> sum_axes_values(kept);
  const auto sum_axes_term = [&](int64_t at, int64_t i) -> int64_t {
    const Compute x_value = x[at];
    const Compute y_value = y[i];
    return x_value == y_value ? int64_t(1) : int64_t(0);
  };
  const auto sum_axes_store = [&](int64_t i, int64_t total) { sum_axes_values[i] = total; };
  split.reduce_each(opgen::Sum<int64_t>(), sum_axes_term, sum_axes_store);
  opgen::Scratch<Compute> invariant_values(kept);
  for (int64_t i = 0; i < kept; ++i) {
    const Compute dy_value = dy[i];
    invariant_values[i] = dy_value / static_cast<Compute>(sum_axes_values[i]);
  }
  split.for_each([&](int64_t at, int64_t i) {
    const Compute x_value = x[at];
    const Compute y_value = y[i];
    dx[at] = static_cast<T>(x_value == y_value ? invariant_values[i] : Compute(0));
  });
  return OPGEN_OK;
}

ZOO_MAX_GRAD_CPU_INSTANTIATE;
