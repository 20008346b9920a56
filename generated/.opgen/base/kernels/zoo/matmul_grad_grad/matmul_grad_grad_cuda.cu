// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad_grad/matmul_grad_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of matmul_grad, for second derivatives of matmul
template <typename T>
opgen_status zoo_kernels::cuda::matmul_grad_grad(opgen_ctx* ctx, opgen::View<const T> dda,
                                                 opgen::View<const T> ddb, opgen::View<const T> dy,
                                                 opgen::View<const T> a, opgen::View<const T> b,
                                                 opgen::View<T> gdy, opgen::View<T> ga,
                                                 opgen::View<T> gb, bool transpose_a,
                                                 bool transpose_b) {
  return opgen::not_written(ctx, "matmul_grad_grad", "CUDA kernel",
                            "kernels/zoo/matmul_grad_grad/matmul_grad_grad_cuda.cu", __LINE__);
}

ZOO_MATMUL_GRAD_GRAD_CUDA_INSTANTIATE;
