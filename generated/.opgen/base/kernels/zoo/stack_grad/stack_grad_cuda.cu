// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack_grad/stack_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of stack: its layers
template <typename T>
opgen_status zoo_kernels::cuda::stack_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                           opgen::Views<const T> xs, opgen::Views<T> dxs,
                                           int64_t axis) {
  return opgen::not_written(ctx, "stack_grad", "CUDA kernel",
                            "kernels/zoo/stack_grad/stack_grad_cuda.cu", __LINE__);
}

ZOO_STACK_GRAD_CUDA_INSTANTIATE;
