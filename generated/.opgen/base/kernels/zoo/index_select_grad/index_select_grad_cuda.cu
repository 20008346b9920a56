// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select_grad/index_select_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of index_select: sums of what went to the same slice
template <typename T, typename I>
opgen_status zoo_kernels::cuda::index_select_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                  opgen::View<const I> index,
                                                  opgen::View<const T> x, opgen::View<T> dx,
                                                  int64_t axis) {
  return opgen::not_written(ctx, "index_select_grad", "CUDA kernel",
                            "kernels/zoo/index_select_grad/index_select_grad_cuda.cu", __LINE__);
}

ZOO_INDEX_SELECT_GRAD_CUDA_INSTANTIATE;
