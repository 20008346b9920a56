// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/split/split_cpu.h"

#include "opgen_broadcast.h"

// Equal parts of a tensor along an axis
template <typename T>
opgen_status zoo_kernels::split(opgen_ctx* ctx, opgen::View<const T> x, opgen::Views<T> ys,
                                int64_t sections, int64_t axis) {
  return opgen::not_written(ctx, "split", "kernel", "kernels/zoo/split/split_cpu.cc", __LINE__);
}

ZOO_SPLIT_CPU_INSTANTIATE;
