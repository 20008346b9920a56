// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d/avg_pool2d_cuda.h"

#include "opgen_cuda.h"

// The mean of each window, its padding counted as zeros or not at all
template <typename T>
opgen_status zoo_kernels::cuda::avg_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                           opgen::Array<int64_t> kernel,
                                           opgen::Array<int64_t> stride,
                                           opgen::Array<int64_t> padding, bool ceil_mode,
                                           bool count_include_pad) {
  return opgen::not_written(ctx, "avg_pool2d", "CUDA kernel",
                            "kernels/zoo/avg_pool2d/avg_pool2d_cuda.cu", __LINE__);
}

ZOO_AVG_POOL2D_CUDA_INSTANTIATE;
