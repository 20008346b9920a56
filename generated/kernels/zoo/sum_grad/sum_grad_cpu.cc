// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad/sum_grad_cpu.h"

#include "opgen_split.h"

// Gradient of sum
template <typename T>
opgen_status zoo_kernels::sum_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  split.for_each([&](int64_t at, int64_t i) {
    const Compute dy_value = dy[i];
    dx[at] = static_cast<T>(dy_value);
  });
  return OPGEN_OK;
}

ZOO_SUM_GRAD_CPU_INSTANTIATE;
