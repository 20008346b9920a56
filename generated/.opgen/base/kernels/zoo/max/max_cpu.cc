// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max/max_cpu.h"

#include "opgen_broadcast.h"

// The greatest value along axes
template <typename T>
opgen_status zoo_kernels::max(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                              opgen::Array<int64_t> axes, bool keepdim) {
  return opgen::not_written(ctx, "max", "kernel", "kernels/zoo/max/max_cpu.cc", __LINE__);
}

ZOO_MAX_CPU_INSTANTIATE;
