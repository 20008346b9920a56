// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d/max_pool2d_cuda.h"

#include "opgen_cuda.h"

// The greatest value in each window, and where it is in its image
template <typename T, typename I>
opgen_status zoo_kernels::cuda::max_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                           opgen::View<I> indices, opgen::Array<int64_t> kernel,
                                           opgen::Array<int64_t> stride,
                                           opgen::Array<int64_t> padding, int64_t dilation,
                                           bool ceil_mode) {
  return opgen::not_written(ctx, "max_pool2d", "CUDA kernel",
                            "kernels/zoo/max_pool2d/max_pool2d_cuda.cu", __LINE__);
}

ZOO_MAX_POOL2D_CUDA_INSTANTIATE;
