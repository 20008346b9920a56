// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d_grad/avg_pool2d_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of avg_pool2d
template <typename T>
opgen_status zoo_kernels::cuda::avg_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const T> x, opgen::View<T> dx,
                                                opgen::Array<int64_t> kernel,
                                                opgen::Array<int64_t> stride,
                                                opgen::Array<int64_t> padding, bool ceil_mode,
                                                bool count_include_pad) {
  return opgen::not_written(ctx, "avg_pool2d_grad", "CUDA kernel",
                            "kernels/zoo/avg_pool2d_grad/avg_pool2d_grad_cuda.cu", __LINE__);
}

ZOO_AVG_POOL2D_GRAD_CUDA_INSTANTIATE;
