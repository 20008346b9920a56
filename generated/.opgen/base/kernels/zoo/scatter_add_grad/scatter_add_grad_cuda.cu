// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add_grad/scatter_add_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of scatter_add: dy itself, and what is where index says
template <typename T, typename I>
opgen_status zoo_kernels::cuda::scatter_add_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                 opgen::View<const I> index, opgen::View<T> dx,
                                                 opgen::View<T> dsrc, int64_t axis) {
  return opgen::not_written(ctx, "scatter_add_grad", "CUDA kernel",
                            "kernels/zoo/scatter_add_grad/scatter_add_grad_cuda.cu", __LINE__);
}

ZOO_SCATTER_ADD_GRAD_CUDA_INSTANTIATE;
