// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance_grad/variance_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// Gradient of variance
template <typename T>
opgen_status zoo_kernels::variance_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                        opgen::View<const T> x, opgen::View<T> dx,
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
  split.for_each([&](int64_t at, int64_t i) {
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    const Compute dy_value = dy[i];
    const Compute d_c = 2 * dy_value * c / static_cast<Compute>(reduced);
    dx[at] = static_cast<T>(d_c);
  });
  return OPGEN_OK;
}

ZOO_VARIANCE_GRAD_CPU_INSTANTIATE;
