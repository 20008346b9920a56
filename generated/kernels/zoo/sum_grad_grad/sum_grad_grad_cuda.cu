// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad_grad/sum_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// Gradient of sum_grad
template <typename T>
opgen_status zoo_kernels::cuda::sum_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<T> gdy, opgen::Array<int64_t> axes,
                                              bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "sum_grad_grad");
  const auto gdy_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute ddx_value = ddx[at];
    return ddx_value;
  };
  const auto gdy_store = [=] __device__(int64_t i, Compute total) {
    gdy[i] = static_cast<T>(total);
  };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), gdy_term, gdy_store);
  return launch.status();
}

ZOO_SUM_GRAD_GRAD_CUDA_INSTANTIATE;
