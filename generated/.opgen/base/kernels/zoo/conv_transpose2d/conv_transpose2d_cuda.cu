// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv_transpose2d/conv_transpose2d_cuda.h"

#include "opgen_cuda.h"

// What conv2d does to the gradient of its images, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::cuda::conv_transpose2d(
    opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> weight, opgen::View<const T> bias,
    opgen::View<T> y, opgen::Array<int64_t> stride, opgen::Array<int64_t> padding,
    opgen::Array<int64_t> output_padding, opgen::Array<int64_t> dilation, int64_t groups) {
  return opgen::not_written(ctx, "conv_transpose2d", "CUDA kernel",
                            "kernels/zoo/conv_transpose2d/conv_transpose2d_cuda.cu", __LINE__);
}

ZOO_CONV_TRANSPOSE2D_CUDA_INSTANTIATE;
