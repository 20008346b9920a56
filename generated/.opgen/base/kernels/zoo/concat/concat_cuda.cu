// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat/concat_cuda.h"

#include "opgen_cuda.h"

// Tensors one behind the other along an axis
template <typename T>
opgen_status zoo_kernels::cuda::concat(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                       int64_t axis) {
  return opgen::not_written(ctx, "concat", "CUDA kernel", "kernels/zoo/concat/concat_cuda.cu",
                            __LINE__);
}

ZOO_CONCAT_CUDA_INSTANTIATE;
