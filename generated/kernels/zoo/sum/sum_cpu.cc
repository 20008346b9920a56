// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum/sum_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/reduction.h"

// The sum along axes
template <typename T>
opgen_status zoo_kernels::sum(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  zoo::Accumulator<T, Compute> sums(y);
  zoo::Reduction(x, axes).for_each_run([&](int64_t i, int64_t at, int64_t length, int64_t step) {
    const T* terms = x.data + i;
    Compute* sum = sums.data() + at;
    if (step != 0) {
      for (int64_t j = 0; j < length; ++j) sum[j] += terms[j];
    } else {
      Compute total = 0;
      for (int64_t j = 0; j < length; ++j) total += terms[j];
      *sum += total;
    }
  });
  sums.store();
  return OPGEN_OK;
}

ZOO_SUM_CPU_INSTANTIATE;
