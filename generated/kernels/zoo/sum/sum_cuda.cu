// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum/sum_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"
#include "opgen_split.h"

// The sum along axes
template <typename T>
opgen_status zoo_kernels::cuda::sum(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                    opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Launch launch(ctx, "sum");
  const auto y_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = split.at(i, j);
    const Compute x_value = x[at];
    return x_value;
  };
  const auto y_store = [=] __device__(int64_t i, Compute total) { y[i] = static_cast<T>(total); };
  launch.reduce_each(kept, reduced, opgen::Sum<Compute>(), y_term, y_store);
  return launch.status();
}

ZOO_SUM_CUDA_INSTANTIATE;
