// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad_grad/sum_grad_grad_cpu.h"

#include "opgen_split.h"

// Gradient of sum_grad
template <typename T>
opgen_status zoo_kernels::sum_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<T> gdy, opgen::Array<int64_t> axes,
                                        bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
  const auto gdy_term = [&](int64_t at, int64_t) -> Compute {
    const Compute ddx_value = ddx[at];
    return ddx_value;
  };
  const auto gdy_store = [&](int64_t i, Compute total) { gdy[i] = static_cast<T>(total); };
  split.reduce_each(opgen::Sum<Compute>(), gdy_term, gdy_store);
  return OPGEN_OK;
}

ZOO_SUM_GRAD_GRAD_CPU_INSTANTIATE;
