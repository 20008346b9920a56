// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/topk/topk_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/order.h"

// The k greatest values along an axis, or the least, in order, and where they are
template <typename T, typename I>
opgen_status zoo_kernels::cuda::topk(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> values,
                                     opgen::View<I> indices, int64_t k, int64_t axis,
                                     bool largest) {
  using Compute = opgen::ComputeType<T>;
  if (x.ndim == 0) return opgen::fail(ctx, "topk", "x: has no axis");
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const int64_t size = along.size, inner = along.inner;
  const zoo::Order by{largest};
  opgen::Launch launch(ctx, "topk");
  // Each element counts how many come before it; that is its place if it is one of the first k.
  launch.for_each(x.numel(), [=] __device__(int64_t i) {
    const int64_t row = i / (size * inner) * size * inner + i % inner, own = i / inner % size;
    const Compute value = x[i];
    int64_t place = 0;
    for (int64_t at = 0; at < size && place < k; ++at) {
      place += by.comes_first(Compute(x[row + at * inner]), at, value, own) ? 1 : 0;
    }
    if (place >= k) return;
    const int64_t to = (i / (size * inner) * k + place) * inner + i % inner;
    values[to] = x[i];
    indices[to] = own;
  });
  return launch.status();
}

ZOO_TOPK_CUDA_INSTANTIATE;
