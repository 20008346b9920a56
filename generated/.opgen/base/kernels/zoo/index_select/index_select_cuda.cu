// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/index_select/index_select_cuda.h"

#include "opgen_cuda.h"

// The slices of x along an axis that index names
template <typename T, typename I>
opgen_status zoo_kernels::cuda::index_select(opgen_ctx* ctx, opgen::View<const T> x,
                                             opgen::View<const I> index, opgen::View<T> y,
                                             int64_t axis) {
  return opgen::not_written(ctx, "index_select", "CUDA kernel",
                            "kernels/zoo/index_select/index_select_cuda.cu", __LINE__);
}

ZOO_INDEX_SELECT_CUDA_INSTANTIATE;
