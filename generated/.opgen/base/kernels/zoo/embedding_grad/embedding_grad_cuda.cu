// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad/embedding_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                               opgen::View<const I> index,
                                               opgen::View<const T> weight, opgen::View<T> dweight,
                                               int64_t padding_index) {
  return opgen::not_written(ctx, "embedding_grad", "CUDA kernel",
                            "kernels/zoo/embedding_grad/embedding_grad_cuda.cu", __LINE__);
}

ZOO_EMBEDDING_GRAD_CUDA_INSTANTIATE;
