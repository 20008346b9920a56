// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather/gather_cpu.h"

#include "opgen_broadcast.h"

// For each element of index, the element of x that it names along an axis
template <typename T, typename I>
opgen_status zoo_kernels::gather(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const I> index,
                                 opgen::View<T> y, int64_t axis) {
  return opgen::not_written(ctx, "gather", "kernel", "kernels/zoo/gather/gather_cpu.cc", __LINE__);
}

ZOO_GATHER_CPU_INSTANTIATE;
