// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding/embedding_cuda.h"

#include "opgen_cuda.h"

// The rows of weight that index names; the row of padding_index isn't trained
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding(opgen_ctx* ctx, opgen::View<const T> weight,
                                          opgen::View<const I> index, opgen::View<T> y,
                                          int64_t padding_index) {
  return opgen::not_written(ctx, "embedding", "CUDA kernel",
                            "kernels/zoo/embedding/embedding_cuda.cu", __LINE__);
}

ZOO_EMBEDDING_CUDA_INSTANTIATE;
