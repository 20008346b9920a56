// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/topk/topk_cuda.h"

#include "opgen_cuda.h"

// The k greatest values along an axis, or the least, in order, and where they are
template <typename T, typename I>
opgen_status zoo_kernels::cuda::topk(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> values,
                                     opgen::View<I> indices, int64_t k, int64_t axis,
                                     bool largest) {
  return opgen::not_written(ctx, "topk", "CUDA kernel", "kernels/zoo/topk/topk_cuda.cu", __LINE__);
}

ZOO_TOPK_CUDA_INSTANTIATE;
