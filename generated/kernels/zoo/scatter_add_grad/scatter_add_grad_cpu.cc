// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add_grad/scatter_add_grad_cpu.h"

#include <algorithm>

#include "zoo/indexing.h"

// Gradients of scatter_add: dy itself, and what is where index says
template <typename T, typename I>
opgen_status zoo_kernels::scatter_add_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                           opgen::View<const I> index, opgen::View<T> dx,
                                           opgen::View<T> dsrc, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, dy.ndim);
  const zoo::IndexError error = zoo::check_index(dy, index, along);
  if (error) return error.fail(ctx, "scatter_add_grad", "index", "dy");
  std::copy_n(dy.data, dy.numel(), dx.data);
  zoo::for_each_indexed(dy, index, along, [&](int64_t i, int64_t at) { dsrc[i] = dy[at]; });
  return OPGEN_OK;
}

ZOO_SCATTER_ADD_GRAD_CPU_INSTANTIATE;
