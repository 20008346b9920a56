// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance_grad_grad/variance_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// Gradient of variance_grad
template <typename T>
opgen_status zoo_kernels::variance_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                             opgen::View<const T> dy, opgen::View<const T> x,
                                             opgen::View<T> gdy, opgen::View<T> gx,
                                             opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
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
  opgen::Scratch<Compute> sum_axes_values(kept);
  const auto sum_axes_term = [&](int64_t at, int64_t i) -> Compute {
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    const Compute ddx_value = ddx[at];
    return ddx_value * c;
  };
  const auto sum_axes_store = [&](int64_t i, Compute total_2) { sum_axes_values[i] = total_2; };
  split.reduce_each(opgen::Sum<Compute>(), sum_axes_term, sum_axes_store);
  for (int64_t i = 0; i < kept; ++i) {
    gdy[i] = static_cast<T>(2 * sum_axes_values[i] / static_cast<Compute>(reduced));
  }
  opgen::Scratch<Compute> sum_axes_2_values(kept);
  const auto sum_axes_2_term = [&](int64_t at, int64_t i) -> Compute {
    const Compute ddx_value = ddx[at];
    const Compute dy_value = dy[i];
    const Compute d_c_2 = 2 * ddx_value * dy_value / static_cast<Compute>(reduced);
    return d_c_2;
  };
  const auto sum_axes_2_store = [&](int64_t i, Compute total_3) { sum_axes_2_values[i] = total_3; };
  split.reduce_each(opgen::Sum<Compute>(), sum_axes_2_term, sum_axes_2_store);
  opgen::Scratch<Compute> invariant_values(kept);
  for (int64_t i = 0; i < kept; ++i) {
    invariant_values[i] = sum_axes_2_values[i] / static_cast<Compute>(reduced);
  }
  split.for_each([&](int64_t at, int64_t i) {
    const Compute ddx_value = ddx[at];
    const Compute dy_value = dy[i];
    const Compute d_c_2 = 2 * ddx_value * dy_value / static_cast<Compute>(reduced);
    gx[at] = static_cast<T>(d_c_2 - invariant_values[i]);
  });
  return OPGEN_OK;
}

ZOO_VARIANCE_GRAD_GRAD_CPU_INSTANTIATE;
