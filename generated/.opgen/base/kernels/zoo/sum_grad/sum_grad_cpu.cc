// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/sum_grad/sum_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of sum: that of the sum for each of its terms
template <typename T>
opgen_status zoo_kernels::sum_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                   opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "sum_grad", "kernel", "kernels/zoo/sum_grad/sum_grad_cpu.cc",
                            __LINE__);
}

ZOO_SUM_GRAD_CPU_INSTANTIATE;
