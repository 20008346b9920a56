// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad_grad/embedding_grad_grad_cpu.h"

#include <algorithm>

#include "zoo/indexing.h"

// Gradient of embedding_grad: rows, with zeros for padding_index
template <typename T, typename I>
opgen_status zoo_kernels::embedding_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddweight,
                                              opgen::View<const I> index, opgen::View<T> gdy,
                                              int64_t padding_index) {
  const zoo::IndexError error = zoo::check_range(index, ddweight.shape[0]);
  if (error) return error.fail(ctx, "embedding_grad_grad", "index", "ddweight");
  const int64_t length = ddweight.shape[1];
  for (int64_t i = 0; i < index.numel(); ++i) {
    T* row = gdy.data + i * length;
    if (index[i] == padding_index) {
      std::fill_n(row, length, T(0));
    } else {
      std::copy_n(ddweight.data + index[i] * length, length, row);
    }
  }
  return OPGEN_OK;
}

ZOO_EMBEDDING_GRAD_GRAD_CPU_INSTANTIATE;
