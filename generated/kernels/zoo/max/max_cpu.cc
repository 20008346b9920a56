// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max/max_cpu.h"

#include <algorithm>
#include <limits>

#include "zoo/reduction.h"

// The greatest value along axes
template <typename T>
opgen_status zoo_kernels::max(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Reduction reduction(x, axes);
  if (reduction.terms() == 0 && y.numel() > 0) {
    return opgen::fail(ctx, "max", "x: no elements have no greatest value");
  }
  std::fill_n(y.data, y.numel(), T(-std::numeric_limits<Compute>::infinity()));
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    for (int64_t j = 0; j < length; ++j) {
      const Compute value = x[i + j], greatest = y[at + j * step];
      // Once it isn't a number, no value is greater.
      if (value > greatest || value != value) y[at + j * step] = x[i + j];
    }
  });
  return OPGEN_OK;
}

ZOO_MAX_CPU_INSTANTIATE;
