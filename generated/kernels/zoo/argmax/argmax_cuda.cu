// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/argmax/argmax_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/order.h"

// Where along an axis the greatest value is, the first of several
template <typename T, typename I>
opgen_status zoo_kernels::cuda::argmax(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<I> index,
                                       int64_t axis, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  opgen::Launch launch(ctx, "argmax");
  if (x.ndim == 0) {
    launch.for_each(1, [=] __device__(int64_t) { index[0] = 0; });
    return launch.status();
  }
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  if (along.size == 0 && index.numel() > 0) {
    return opgen::fail(ctx, "argmax", "x: no elements have no greatest value");
  }
  const int64_t size = along.size, inner = along.inner;
  const auto term = [=] __device__(int64_t i, int64_t j) -> zoo::Placed<Compute> {
    return {x[(i / inner * size + j) * inner + i % inner], j};
  };
  const auto store = [=] __device__(int64_t i, zoo::Placed<Compute> first) { index[i] = first.at; };
  launch.reduce_each(index.numel(), size, zoo::First<Compute>{{true}}, term, store);
  return launch.status();
}

ZOO_ARGMAX_CUDA_INSTANTIATE;
