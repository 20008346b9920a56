// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad/sum_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_split.h"

// Gradient of sum
template <typename T>
opgen_status zoo_kernels::cuda::sum_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const T> x, opgen::View<T> dx,
                                         opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "sum_grad");
  launch.for_each(kept * reduced, [=] __device__(int64_t at) {
    const int64_t i = split.kept_of(at);
    const Compute dy_value = dy[i];
    dx[at] = static_cast<T>(dy_value);
  });
  return launch.status();
}

ZOO_SUM_GRAD_CUDA_INSTANTIATE;
