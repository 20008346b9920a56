// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select_grad/index_select_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/device_sums.h"

// Gradient of index_select: sums of what went to the same slice
template <typename T, typename I>
opgen_status zoo_kernels::cuda::index_select_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                  opgen::View<const I> index,
                                                  opgen::View<const T> x, opgen::View<T> dx,
                                                  int64_t axis) {
  const zoo::Along along(x, zoo::axis_of(axis, x.ndim));
  const int64_t size = along.size, inner = along.inner, count = index.numel();
  const zoo::DeviceSums<T> sums(ctx, dx);
  opgen::Launch launch(ctx, "index_select_grad");
  zoo::start(launch, sums);
  launch.for_each(dy.numel(), [=] __device__(int64_t i) {
    const int64_t named = zoo::checked(index[i / inner % count], size);
    sums.add((i / (count * inner) * size + named) * inner + i % inner, dy[i]);
  });
  zoo::store(launch, sums);
  return launch.status();
}

ZOO_INDEX_SELECT_GRAD_CUDA_INSTANTIATE;
