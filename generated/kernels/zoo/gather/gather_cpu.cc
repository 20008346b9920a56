// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather/gather_cpu.h"

#include "zoo/indexing.h"

// For each element of index, the element of x that it names along an axis
template <typename T, typename I>
opgen_status zoo_kernels::gather(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const I> index,
                                 opgen::View<T> y, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, x.ndim);
  const zoo::IndexError error = zoo::check_index(x, index, along);
  if (error) return error.fail(ctx, "gather", "index", "x");
  zoo::for_each_indexed(x, index, along, [&](int64_t i, int64_t at) { y[i] = x[at]; });
  return OPGEN_OK;
}

ZOO_GATHER_CPU_INSTANTIATE;
