// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d_grad_grad/max_pool2d_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"

// Gradient of max_pool2d_grad: what is at the places of the greatest values
template <typename T, typename I>
opgen_status zoo_kernels::cuda::max_pool2d_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                     opgen::View<const I> indices,
                                                     opgen::View<T> gdy) {
  const int64_t size = ddx.numel(ddx.ndim - 2, ddx.ndim);
  const int64_t windows = indices.numel(indices.ndim - 2, indices.ndim);
  opgen::Launch launch(ctx, "max_pool2d_grad_grad");
  launch.for_each(gdy.numel(), [=] __device__(int64_t i) {
    gdy[i] = ddx[i / windows * size + zoo::checked(indices[i], size)];
  });
  return launch.status();
}

ZOO_MAX_POOL2D_GRAD_GRAD_CUDA_INSTANTIATE;
