// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad/embedding_grad_cpu.h"

#include "opgen_broadcast.h"

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
opgen_status zoo_kernels::embedding_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const I> index, opgen::View<const T> weight,
                                         opgen::View<T> dweight, int64_t padding_index) {
  return opgen::not_written(ctx, "embedding_grad", "kernel",
                            "kernels/zoo/embedding_grad/embedding_grad_cpu.cc", __LINE__);
}

ZOO_EMBEDDING_GRAD_CPU_INSTANTIATE;
