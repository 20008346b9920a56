// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance/variance_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// The mean square of the distance to the mean along axes
template <typename T>
opgen_status zoo_kernels::variance(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                   opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Scratch<Compute> mean_axes_values(kept);
  const auto mean_axes_term = [&](int64_t at, int64_t) -> Compute {
    const Compute x_value = x[at];
    return x_value;
  };
  const auto mean_axes_store = [&](int64_t i, Compute total) {
    mean_axes_values[i] = total / static_cast<Compute>(reduced);
  };
  split.reduce_each(opgen::Sum<Compute>(), mean_axes_term, mean_axes_store);
  const auto y_term = [&](int64_t at, int64_t i) -> Compute {
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    return c * c;
  };
  const auto y_store = [&](int64_t i, Compute total_2) {
    y[i] = static_cast<T>(total_2 / static_cast<Compute>(reduced));
  };
  split.reduce_each(opgen::Sum<Compute>(), y_term, y_store);
  return OPGEN_OK;
}

ZOO_VARIANCE_CPU_INSTANTIATE;
