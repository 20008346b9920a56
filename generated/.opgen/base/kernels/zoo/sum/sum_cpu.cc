// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum/sum_cpu.h"

#include "opgen_broadcast.h"

// The sum along axes
template <typename T>
opgen_status zoo_kernels::sum(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "sum", "kernel", "kernels/zoo/sum/sum_cpu.cc", __LINE__);
}

ZOO_SUM_CPU_INSTANTIATE;
