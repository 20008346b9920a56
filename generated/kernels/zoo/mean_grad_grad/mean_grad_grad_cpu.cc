// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad_grad/mean_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// Gradient of mean_grad
template <typename T>
opgen_status zoo_kernels::mean_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                         opgen::View<T> gdy, opgen::Array<int64_t> axes,
                                         bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(ddx, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Scratch<Compute> sum_axes_values(kept);
  const auto sum_axes_term = [&](int64_t at, int64_t) -> Compute {
    const Compute ddx_value = ddx[at];
    return ddx_value;
  };
  const auto sum_axes_store = [&](int64_t i, Compute total) { sum_axes_values[i] = total; };
  split.reduce_each(opgen::Sum<Compute>(), sum_axes_term, sum_axes_store);
  for (int64_t i = 0; i < kept; ++i) {
    gdy[i] = static_cast<T>(sum_axes_values[i] / static_cast<Compute>(reduced));
  }
  return OPGEN_OK;
}

ZOO_MEAN_GRAD_GRAD_CPU_INSTANTIATE;
