// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select/index_select_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/device_sums.h"

// The slices of x along an axis that index names
template <typename T, typename I>
opgen_status zoo_kernels::cuda::index_select(opgen_ctx* ctx, opgen::View<const T> x,
                                             opgen::View<const I> index, opgen::View<T> y,
                                             int64_t axis) {
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const int64_t size = along.size, inner = along.inner, count = index.numel();
  opgen::Launch launch(ctx, "index_select");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    const int64_t named = zoo::checked(index[i / inner % count], size);
    y[i] = x[(i / (count * inner) * size + named) * inner + i % inner];
  });
  return launch.status();
}

ZOO_INDEX_SELECT_CUDA_INSTANTIATE;
