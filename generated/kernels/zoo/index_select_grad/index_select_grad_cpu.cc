// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select_grad/index_select_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/indexing.h"

// Gradient of index_select: sums of what went to the same slice
template <typename T, typename I>
opgen_status zoo_kernels::index_select_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const I> index, opgen::View<const T> x,
                                            opgen::View<T> dx, int64_t axis) {
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const zoo::IndexError error = zoo::check_range(index, along.size);
  if (error) return error.fail(ctx, "index_select_grad", "index", "x");
  using Compute = opgen::ComputeType<T>;
  zoo::Accumulator<T, Compute> sums(dx);
  const int64_t count = index.numel();
  for (int64_t outer = 0; outer < along.outer; ++outer) {
    for (int64_t i = 0; i < count; ++i) {
      Compute* sum = sums.data() + (outer * along.size + index[i]) * along.inner;
      const T* terms = dy.data + (outer * count + i) * along.inner;
      for (int64_t inner = 0; inner < along.inner; ++inner) sum[inner] += terms[inner];
    }
  }
  sums.store();
  return OPGEN_OK;
}

ZOO_INDEX_SELECT_GRAD_CPU_INSTANTIATE;
