// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad/matmul_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of matmul, summed over the axes that were broadcast
template <typename T>
opgen_status zoo_kernels::cuda::matmul_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const T> a, opgen::View<const T> b,
                                            opgen::View<T> da, opgen::View<T> db, bool transpose_a,
                                            bool transpose_b) {
  return opgen::not_written(ctx, "matmul_grad", "CUDA kernel",
                            "kernels/zoo/matmul_grad/matmul_grad_cuda.cu", __LINE__);
}

ZOO_MATMUL_GRAD_CUDA_INSTANTIATE;
