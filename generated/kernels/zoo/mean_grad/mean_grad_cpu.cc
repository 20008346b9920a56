// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad/mean_grad_cpu.h"

#include "zoo/reduction.h"

// Gradient of mean: an equal share for each of its terms
template <typename T>
opgen_status zoo_kernels::mean_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Reduction reduction(x, axes);
  if (!reduction.yields(dy)) {
    return opgen::fail(ctx, "mean_grad", "dy isn't what mean of x gives");
  }
  const Compute count = static_cast<Compute>(reduction.terms());
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    for (int64_t j = 0; j < length; ++j) {
      dx[i + j] = static_cast<T>(static_cast<Compute>(dy[at + j * step]) / count);
    }
  });
  return OPGEN_OK;
}

ZOO_MEAN_GRAD_CPU_INSTANTIATE;
