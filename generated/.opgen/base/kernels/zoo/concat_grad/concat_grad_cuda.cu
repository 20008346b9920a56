// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat_grad/concat_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of concat: its parts
template <typename T>
opgen_status zoo_kernels::cuda::concat_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::Views<const T> xs, opgen::Views<T> dxs,
                                            int64_t axis) {
  return opgen::not_written(ctx, "concat_grad", "CUDA kernel",
                            "kernels/zoo/concat_grad/concat_grad_cuda.cu", __LINE__);
}

ZOO_CONCAT_GRAD_CUDA_INSTANTIATE;
