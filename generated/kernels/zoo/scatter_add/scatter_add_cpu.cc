// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add/scatter_add_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/indexing.h"

// x with each element of src added where index says along an axis
template <typename T, typename I>
opgen_status zoo_kernels::scatter_add(opgen_ctx* ctx, opgen::View<const T> x,
                                      opgen::View<const I> index, opgen::View<const T> src,
                                      opgen::View<T> y, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, x.ndim);
  const zoo::IndexError error = zoo::check_index(x, index, along);
  if (error) return error.fail(ctx, "scatter_add", "index", "x");
  zoo::Accumulator<T, opgen::ComputeType<T>> sums(y, x);
  zoo::for_each_indexed(x, index, along, [&](int64_t i, int64_t at) { sums.data()[at] += src[i]; });
  sums.store();
  return OPGEN_OK;
}

ZOO_SCATTER_ADD_CPU_INSTANTIATE;
