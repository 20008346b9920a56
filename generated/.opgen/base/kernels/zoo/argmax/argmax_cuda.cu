// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/argmax/argmax_cuda.h"

#include "opgen_cuda.h"

// Where along an axis the greatest value is, the first of several
template <typename T, typename I>
opgen_status zoo_kernels::cuda::argmax(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<I> index,
                                       int64_t axis, bool keepdim) {
  return opgen::not_written(ctx, "argmax", "CUDA kernel", "kernels/zoo/argmax/argmax_cuda.cu",
                            __LINE__);
}

ZOO_ARGMAX_CUDA_INSTANTIATE;
