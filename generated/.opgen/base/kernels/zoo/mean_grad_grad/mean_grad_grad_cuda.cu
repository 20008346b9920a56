// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad_grad/mean_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// Gradient of mean_grad
template <typename T>
opgen_status zoo_kernels::cuda::mean_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<T> gdy, opgen::Array<int64_t> axes,
                                               bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "mean_grad_grad");
  const opgen::Workspace<Compute> sum_axes_values(ctx, kept);
  const auto sum_axes_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute ddx_value = ddx[at];
    return ddx_value;
  };
  const auto sum_axes_store = [=] __device__(int64_t i, Compute total) {
    sum_axes_values[i] = total;
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), sum_axes_term, sum_axes_store);
  launch.for_each(kept, [=] __device__(int64_t i) {
    gdy[i] = static_cast<T>(sum_axes_values[i] / static_cast<Compute>(reduced));
  });
  return launch.status();
}

ZOO_MEAN_GRAD_GRAD_CUDA_INSTANTIATE;
