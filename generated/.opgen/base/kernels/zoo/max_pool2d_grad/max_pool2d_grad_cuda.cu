// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d_grad/max_pool2d_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of max_pool2d: that of each window at the place of its greatest value
template <typename T, typename I>
opgen_status zoo_kernels::cuda::max_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const I> indices,
                                                opgen::View<const T> x, opgen::View<T> dx) {
  return opgen::not_written(ctx, "max_pool2d_grad", "CUDA kernel",
                            "kernels/zoo/max_pool2d_grad/max_pool2d_grad_cuda.cu", __LINE__);
}

ZOO_MAX_POOL2D_GRAD_CUDA_INSTANTIATE;
