// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad/embedding_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/indexing.h"

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
opgen_status zoo_kernels::embedding_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const I> index, opgen::View<const T> weight,
                                         opgen::View<T> dweight, int64_t padding_index) {
  const zoo::IndexError error = zoo::check_range(index, weight.shape[0]);
  if (error) return error.fail(ctx, "embedding_grad", "index", "weight");
  if (!zoo::is_layer(index, dy, index.ndim)) {
    return opgen::fail(ctx, "embedding_grad", "dy isn't what embedding of weight gives");
  }
  using Compute = opgen::ComputeType<T>;
  zoo::Accumulator<T, Compute> sums(dweight);
  const int64_t length = weight.shape[1];
  for (int64_t i = 0; i < index.numel(); ++i) {
    if (index[i] == padding_index) continue;
    Compute* sum = sums.data() + index[i] * length;
    for (int64_t j = 0; j < length; ++j) sum[j] += dy[i * length + j];
  }
  sums.store();
  return OPGEN_OK;
}

ZOO_EMBEDDING_GRAD_CPU_INSTANTIATE;
