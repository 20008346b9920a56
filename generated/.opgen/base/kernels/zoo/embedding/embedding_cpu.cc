// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding/embedding_cpu.h"

#include "opgen_broadcast.h"

// The rows of weight that index names; the row of padding_index isn't trained
template <typename T, typename I>
opgen_status zoo_kernels::embedding(opgen_ctx* ctx, opgen::View<const T> weight,
                                    opgen::View<const I> index, opgen::View<T> y,
                                    int64_t padding_index) {
  return opgen::not_written(ctx, "embedding", "kernel", "kernels/zoo/embedding/embedding_cpu.cc",
                            __LINE__);
}

ZOO_EMBEDDING_CPU_INSTANTIATE;
