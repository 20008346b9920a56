// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad/mean_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_split.h"

// Gradient of mean
template <typename T>
opgen_status zoo_kernels::cuda::mean_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx,
                                          opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "mean_grad");
  const opgen::Workspace<Compute> invariant_values(ctx, kept);
  launch.for_each(kept, [=] __device__(int64_t i) {
    const Compute dy_value = dy[i];
    invariant_values[i] = dy_value / static_cast<Compute>(reduced);
  });
  launch.for_each(kept * reduced, [=] __device__(int64_t at) {
    const int64_t i = split.kept_of(at);
    dx[at] = static_cast<T>(invariant_values[i]);
  });
  return launch.status();
}

ZOO_MEAN_GRAD_CUDA_INSTANTIATE;
