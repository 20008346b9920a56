// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum/sum_cpu.h"

#include "opgen_split.h"

// The sum along axes
template <typename T>
opgen_status zoo_kernels::sum(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const auto y_term = [&](int64_t at, int64_t) -> Compute {
    const Compute x_value = x[at];
    return x_value;
  };
  const auto y_store = [&](int64_t i, Compute total) { y[i] = static_cast<T>(total); };
  split.reduce_each(opgen::Sum<Compute>(), y_term, y_store);
  return OPGEN_OK;
}

ZOO_SUM_CPU_INSTANTIATE;
