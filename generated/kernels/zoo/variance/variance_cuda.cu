// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/variance/variance_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// The mean square of the distance to the mean along axes
template <typename T>
opgen_status zoo_kernels::cuda::variance(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                         opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "variance");
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
  const auto y_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute x_value = x[at];
    const Compute c = x_value - mean_axes_values[i];
    return c * c;
  };
  const auto y_store = [=] __device__(int64_t i, Compute total_2) {
    y[i] = static_cast<T>(total_2 / static_cast<Compute>(reduced));
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), y_term, y_store);
  return launch.status();
}

ZOO_VARIANCE_CUDA_INSTANTIATE;
