// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean/mean_cpu.h"

#include "opgen_broadcast.h"

// The mean along axes
template <typename T>
opgen_status zoo_kernels::mean(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                               opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "mean", "kernel", "kernels/zoo/mean/mean_cpu.cc", __LINE__);
}

ZOO_MEAN_CPU_INSTANTIATE;
