// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad_grad/embedding_grad_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of embedding_grad: rows, with zeros for padding_index
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddweight,
                                                    opgen::View<const I> index, opgen::View<T> gdy,
                                                    int64_t padding_index) {
  return opgen::not_written(ctx, "embedding_grad_grad", "CUDA kernel",
                            "kernels/zoo/embedding_grad_grad/embedding_grad_grad_cuda.cu",
                            __LINE__);
}

ZOO_EMBEDDING_GRAD_GRAD_CUDA_INSTANTIATE;
