// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/argmax/argmax_cpu.h"

#include "zoo/axes.h"

// Where along an axis the greatest value is, the first of several
template <typename T, typename I>
opgen_status zoo_kernels::argmax(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<I> index,
                                 int64_t axis, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  if (x.ndim == 0) {
    index[0] = 0;
    return OPGEN_OK;
  }
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  if (along.size == 0 && index.numel() > 0) {
    return opgen::fail(ctx, "argmax", "x: no elements have no greatest value");
  }
  for (int64_t outer = 0; outer < along.outer; ++outer) {
    for (int64_t inner = 0; inner < along.inner; ++inner) {
      const T* first = x.data + outer * along.size * along.inner + inner;
      int64_t best = 0;
      for (int64_t at = 1; at < along.size; ++at) {
        const Compute value = first[at * along.inner], greatest = first[best * along.inner];
        // The first one that isn't a number counts as the greatest.
        if (value > greatest || (value != value && greatest == greatest)) best = at;
      }
      index[outer * along.inner + inner] = best;
    }
  }
  return OPGEN_OK;
}

ZOO_ARGMAX_CPU_INSTANTIATE;
