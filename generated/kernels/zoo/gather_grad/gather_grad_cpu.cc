// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather_grad/gather_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/indexing.h"

// Gradient of gather: sums of what went to the same element
template <typename T, typename I>
opgen_status zoo_kernels::gather_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                      opgen::View<const I> index, opgen::View<const T> x,
                                      opgen::View<T> dx, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, x.ndim);
  const zoo::IndexError error = zoo::check_index(x, index, along);
  if (error) return error.fail(ctx, "gather_grad", "index", "x");
  zoo::Accumulator<T, opgen::ComputeType<T>> sums(dx);
  zoo::for_each_indexed(x, index, along, [&](int64_t i, int64_t at) { sums.data()[at] += dy[i]; });
  sums.store();
  return OPGEN_OK;
}

ZOO_GATHER_GRAD_CPU_INSTANTIATE;
