// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance_grad/variance_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// Gradient of variance
template <typename T>
opgen_status zoo_kernels::cuda::variance_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                              opgen::View<const T> x, opgen::View<T> dx,
                                              opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "variance_grad");
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
  launch.for_each(kept * reduced, [=] __device__(int64_t at) {
    const int64_t i = split.kept_of(at);
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    const Compute dy_value = dy[i];
    const Compute d_c = 2 * dy_value * c / static_cast<Compute>(reduced);
    dx[at] = static_cast<T>(d_c);
  });
  return launch.status();
}

ZOO_VARIANCE_GRAD_CUDA_INSTANTIATE;
