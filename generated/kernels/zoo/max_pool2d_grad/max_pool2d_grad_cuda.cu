// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d_grad/max_pool2d_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"

// Gradient of max_pool2d: that of each window at the place of its greatest value
template <typename T, typename I>
opgen_status zoo_kernels::cuda::max_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const I> indices,
                                                opgen::View<const T> x, opgen::View<T> dx) {
  const int64_t size = x.numel(x.ndim - 2, x.ndim), windows = dy.numel(dy.ndim - 2, dy.ndim);
  const zoo::DeviceSums<T> sums(ctx, dx);
  opgen::Launch launch(ctx, "max_pool2d_grad");
  zoo::start(launch, sums);
  launch.for_each(dy.numel(), [=] __device__(int64_t i) {
    sums.add(i / windows * size + zoo::checked(indices[i], size), dy[i]);
  });
  zoo::store(launch, sums);
  return launch.status();
}

ZOO_MAX_POOL2D_GRAD_CUDA_INSTANTIATE;
