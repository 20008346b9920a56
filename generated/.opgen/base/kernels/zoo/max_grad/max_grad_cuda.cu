// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_grad/max_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// Gradient of max
template <typename T>
opgen_status zoo_kernels::cuda::max_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const T> x, opgen::View<const T> y,
                                         opgen::View<T> dx, opgen::Array<int64_t> axes,
                                         bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "max_grad");
  const opgen::Workspace<int64_t> sum_axes_values(ctx, kept);
  const auto sum_axes_term = [=] __device__(int64_t i, int64_t j) -> int64_t {
    const int64_t at = split.at(i, j);
    const Compute x_value = x[at];
    const Compute y_value = y[i];
    return x_value == y_value ? int64_t(1) : int64_t(0);
  };
  const auto sum_axes_store = [=] __device__(int64_t i, int64_t total) {
    sum_axes_values[i] = total;
  };
  launch.reduce_each(kept, reduced, opgen::Sum<int64_t>(), sum_axes_term, sum_axes_store);
  const opgen::Workspace<Compute> invariant_values(ctx, kept);
  launch.for_each(kept, [=] __device__(int64_t i) {
    const Compute dy_value = dy[i];
    invariant_values[i] = dy_value / static_cast<Compute>(sum_axes_values[i]);
  });
  launch.for_each(kept * reduced, [=] __device__(int64_t at) {
    const int64_t i = split.kept_of(at);
    const Compute x_value = x[at];
    const Compute y_value = y[i];
    dx[at] = static_cast<T>(x_value == y_value ? invariant_values[i] : Compute(0));
  });
  return launch.status();
}

ZOO_MAX_GRAD_CUDA_INSTANTIATE;
