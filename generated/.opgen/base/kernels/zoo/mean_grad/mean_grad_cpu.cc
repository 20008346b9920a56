// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad/mean_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of mean: an equal share for each of its terms
template <typename T>
opgen_status zoo_kernels::mean_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "mean_grad", "kernel", "kernels/zoo/mean_grad/mean_grad_cpu.cc",
                            __LINE__);
}

ZOO_MEAN_GRAD_CPU_INSTANTIATE;
