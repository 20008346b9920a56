// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_grad/max_grad_cpu.h"

#include <vector>

#include "zoo/reduction.h"

// Gradient of max, shared evenly by all terms that are the greatest
template <typename T>
opgen_status zoo_kernels::max_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<const T> y, opgen::View<T> dx,
                                   opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Reduction reduction(x, axes);
  if (!reduction.yields(y)) {
    return opgen::fail(ctx, "max_grad", "y isn't what max of x gives");
  }
  std::vector<Compute> ties(static_cast<size_t>(y.numel()));
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    Compute* count = ties.data() + at;
    for (int64_t j = 0; j < length; ++j) {
      if (Compute(x[i + j]) == Compute(y[at + j * step])) count[j * step] += 1;
    }
  });
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    for (int64_t j = 0; j < length; ++j) {
      const int64_t to = at + j * step;
      const bool is_greatest = Compute(x[i + j]) == Compute(y[to]);
      const Compute share = Compute(dy[to]) / ties[static_cast<size_t>(to)];
      dx[i + j] = static_cast<T>(is_greatest ? share : Compute(0));
    }
  });
  return OPGEN_OK;
}

ZOO_MAX_GRAD_CPU_INSTANTIATE;
