// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d_grad_grad/conv2d_grad_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of conv2d_grad, for second derivatives of conv2d
template <typename T>
opgen_status zoo_kernels::cuda::conv2d_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    opgen::Array<int64_t> stride, opgen::Array<int64_t> padding, opgen::Array<int64_t> dilation,
    int64_t groups) {
  return opgen::not_written(ctx, "conv2d_grad_grad", "CUDA kernel",
                            "kernels/zoo/conv2d_grad_grad/conv2d_grad_grad_cuda.cu", __LINE__);
}

ZOO_CONV2D_GRAD_GRAD_CUDA_INSTANTIATE;
