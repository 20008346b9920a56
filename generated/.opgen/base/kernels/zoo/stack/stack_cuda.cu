// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack/stack_cuda.h"

#include "opgen_cuda.h"

// Tensors of one shape along a new axis
template <typename T>
opgen_status zoo_kernels::cuda::stack(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                      int64_t axis) {
  return opgen::not_written(ctx, "stack", "CUDA kernel", "kernels/zoo/stack/stack_cuda.cu",
                            __LINE__);
}

ZOO_STACK_CUDA_INSTANTIATE;
