// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul/matmul_cuda.h"

#include "opgen_cuda.h"

// a times b, each transposed on request, with leading axes that broadcast
template <typename T>
opgen_status zoo_kernels::cuda::matmul(opgen_ctx* ctx, opgen::View<const T> a,
                                       opgen::View<const T> b, opgen::View<T> y, bool transpose_a,
                                       bool transpose_b) {
  return opgen::not_written(ctx, "matmul", "CUDA kernel", "kernels/zoo/matmul/matmul_cuda.cu",
                            __LINE__);
}

ZOO_MATMUL_CUDA_INSTANTIATE;
