// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance_grad_grad/variance_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// Gradient of variance_grad
template <typename T>
opgen_status zoo_kernels::cuda::variance_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                   opgen::View<const T> dy, opgen::View<const T> x,
                                                   opgen::View<T> gdy, opgen::View<T> gx,
                                                   opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "variance_grad_grad");
  const opgen::Workspace<Compute> mean_axes_values(ctx, kept);
  const auto mean_axes_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute x_value = x[at];
    return x_value;
  };
  const auto mean_axes_store = [=] __device__(int64_t i, Compute total) {
    mean_axes_values[i] = total / static_cast<Compute>(reduced);
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), mean_axes_term, mean_axes_store);
  const opgen::Workspace<Compute> sum_axes_values(ctx, kept);
  const auto sum_axes_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    const Compute ddx_value = ddx[at];
    return ddx_value * c;
  };
  const auto sum_axes_store = [=] __device__(int64_t i, Compute total_2) {
    sum_axes_values[i] = total_2;
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), sum_axes_term, sum_axes_store);
  launch.for_each(kept, [=] __device__(int64_t i) {
    gdy[i] = static_cast<T>(2 * sum_axes_values[i] / static_cast<Compute>(reduced));
  });
  const opgen::Workspace<Compute> sum_axes_2_values(ctx, kept);
  const auto sum_axes_2_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute ddx_value = ddx[at];
    const Compute dy_value = dy[i];
    const Compute d_c_2 = 2 * ddx_value * dy_value / static_cast<Compute>(reduced);
    return d_c_2;
  };
  const auto sum_axes_2_store = [=] __device__(int64_t i, Compute total_3) {
    sum_axes_2_values[i] = total_3;
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), sum_axes_2_term, sum_axes_2_store);
  const opgen::Workspace<Compute> invariant_values(ctx, kept);
  launch.for_each(kept, [=] __device__(int64_t i) {
    invariant_values[i] = sum_axes_2_values[i] / static_cast<Compute>(reduced);
  });
  launch.for_each(kept * reduced, [=] __device__(int64_t at) {
    const int64_t i = split.kept_of(at);
    const Compute ddx_value = ddx[at];
    const Compute dy_value = dy[i];
    const Compute d_c_2 = 2 * ddx_value * dy_value / static_cast<Compute>(reduced);
    gx[at] = static_cast<T>(d_c_2 - invariant_values[i]);
  });
  return launch.status();
}

ZOO_VARIANCE_GRAD_GRAD_CUDA_INSTANTIATE;
