// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select/index_select_cpu.h"

#include <algorithm>

#include "zoo/indexing.h"

// The slices of x along an axis that index names
template <typename T, typename I>
opgen_status zoo_kernels::index_select(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const I> index, opgen::View<T> y, int64_t axis) {
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const zoo::IndexError error = zoo::check_range(index, along.size);
  if (error) return error.fail(ctx, "index_select", "index", "x");
  const int64_t count = index.numel();
  for (int64_t outer = 0; outer < along.outer; ++outer) {
    for (int64_t i = 0; i < count; ++i) {
      std::copy_n(x.data + (outer * along.size + index[i]) * along.inner, along.inner,
                  y.data + (outer * count + i) * along.inner);
    }
  }
  return OPGEN_OK;
}

ZOO_INDEX_SELECT_CPU_INSTANTIATE;
