// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding/embedding_cpu.h"

#include <algorithm>

#include "zoo/indexing.h"

// The rows of weight that index names; the row of padding_index isn't trained
template <typename T, typename I>
opgen_status zoo_kernels::embedding(opgen_ctx* ctx, opgen::View<const T> weight,
                                    opgen::View<const I> index, opgen::View<T> y,
                                    int64_t padding_index) {
  const zoo::IndexError error = zoo::check_range(index, weight.shape[0]);
  if (error) return error.fail(ctx, "embedding", "index", "weight");
  const int64_t length = weight.shape[1];
  for (int64_t i = 0; i < index.numel(); ++i) {
    std::copy_n(weight.data + index[i] * length, length, y.data + i * length);
  }
  return OPGEN_OK;
}

ZOO_EMBEDDING_CPU_INSTANTIATE;
