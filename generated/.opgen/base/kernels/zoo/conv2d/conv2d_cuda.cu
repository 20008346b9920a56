// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d/conv2d_cuda.h"

#include "opgen_cuda.h"

// Correlation of images with windows, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::cuda::conv2d(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const T> weight, opgen::View<const T> bias,
                                       opgen::View<T> y, opgen::Array<int64_t> stride,
                                       opgen::Array<int64_t> padding,
                                       opgen::Array<int64_t> dilation, int64_t groups) {
  return opgen::not_written(ctx, "conv2d", "CUDA kernel", "kernels/zoo/conv2d/conv2d_cuda.cu",
                            __LINE__);
}

ZOO_CONV2D_CUDA_INSTANTIATE;
