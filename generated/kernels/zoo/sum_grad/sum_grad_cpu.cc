// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad/sum_grad_cpu.h"

#include <algorithm>

#include "zoo/reduction.h"

// Gradient of sum: that of the sum for each of its terms
template <typename T>
opgen_status zoo_kernels::sum_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  const zoo::Reduction reduction(x, axes);
  if (!reduction.yields(dy)) {
    return opgen::fail(ctx, "sum_grad", "dy isn't what sum of x gives");
  }
  reduction.for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    if (step != 0) {
      std::copy_n(dy.data + at, length, dx.data + i);
    } else {
      std::fill_n(dx.data + i, length, dy[at]);
    }
  });
  return OPGEN_OK;
}

ZOO_SUM_GRAD_CPU_INSTANTIATE;
