// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_grad_grad/max_grad_grad_cpu.h"

#include <vector>

#include "zoo/accumulator.h"
#include "zoo/reduction.h"

// Gradient of max_grad: the mean of what the greatest terms get
template <typename T>
opgen_status zoo_kernels::max_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<const T> x, opgen::View<const T> y,
                                        opgen::View<T> gdy, opgen::Array<int64_t> axes,
                                        bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Reduction reduction(x, axes);
  if (!reduction.yields(y)) {
    return opgen::fail(ctx, "max_grad_grad", "y isn't what max of x gives");
  }
  zoo::Accumulator<T, Compute> sums(gdy);
  std::vector<Compute> ties(static_cast<size_t>(y.numel()));
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    Compute *sum = sums.data() + at, *count = ties.data() + at;
    for (int64_t j = 0; j < length; ++j) {
      if (Compute(x[i + j]) != Compute(y[at + j * step])) continue;
      sum[j * step] += ddx[i + j];
      count[j * step] += 1;
    }
  });
  for (int64_t at = 0; at < y.numel(); ++at) {
    const Compute count = ties[static_cast<size_t>(at)];
    if (count > 0) sums.data()[at] /= count;
  }
  sums.store();
  return OPGEN_OK;
}

ZOO_MAX_GRAD_GRAD_CPU_INSTANTIATE;
