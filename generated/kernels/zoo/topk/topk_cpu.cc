// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/topk/topk_cpu.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "zoo/axes.h"
#include "zoo/order.h"

// The k greatest values along an axis, or the least, in order, and where they are
template <typename T, typename I>
opgen_status zoo_kernels::topk(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> values,
                               opgen::View<I> indices, int64_t k, int64_t axis, bool largest) {
  using Compute = opgen::ComputeType<T>;
  if (x.ndim == 0) return opgen::fail(ctx, "topk", "x: has no axis");
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const zoo::Order by{largest};
  std::vector<int64_t> order(static_cast<size_t>(along.size));
  for (int64_t row = 0; row < along.outer * along.inner; ++row) {
    const int64_t outer = row / along.inner, inner = row % along.inner;
    const T* first = x.data + outer * along.size * along.inner + inner;
    std::iota(order.begin(), order.end(), int64_t{0});
    const auto before = [&](int64_t a, int64_t b) {
      const Compute a_value = first[a * along.inner], b_value = first[b * along.inner];
      return by.comes_first(a_value, a, b_value, b);
    };
    std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
    for (int64_t at = 0; at < k; ++at) {
      const int64_t taken = order[static_cast<size_t>(at)];
      const int64_t to = (outer * k + at) * along.inner + inner;
      values[to] = first[taken * along.inner];
      indices[to] = taken;
    }
  }
  return OPGEN_OK;
}

ZOO_TOPK_CPU_INSTANTIATE;
