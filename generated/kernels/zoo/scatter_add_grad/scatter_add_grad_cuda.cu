// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add_grad/scatter_add_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"
#include "zoo/indexing.h"

// Gradients of scatter_add: dy itself, and what is where index says
template <typename T, typename I>
opgen_status zoo_kernels::cuda::scatter_add_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                 opgen::View<const I> index, opgen::View<T> dx,
                                                 opgen::View<T> dsrc, int64_t axis) {
  const zoo::IndexedPlaces places(dy, index, zoo::axis_of(axis, dy.ndim));
  opgen::Launch launch(ctx, "scatter_add_grad");
  launch.for_each(dx.numel(), [=] __device__(int64_t i) { dx[i] = dy[i]; });
  launch.for_each(dsrc.numel(), [=] __device__(int64_t i) {
    dsrc[i] = dy[places.at(i, zoo::checked(index[i], places.size()))];
  });
  return launch.status();
}

ZOO_SCATTER_ADD_GRAD_CUDA_INSTANTIATE;
