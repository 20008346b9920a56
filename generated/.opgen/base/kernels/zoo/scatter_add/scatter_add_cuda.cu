// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add/scatter_add_cuda.h"

#include "opgen_cuda.h"

// x with each element of src added where index says along an axis
template <typename T, typename I>
opgen_status zoo_kernels::cuda::scatter_add(opgen_ctx* ctx, opgen::View<const T> x,
                                            opgen::View<const I> index, opgen::View<const T> src,
                                            opgen::View<T> y, int64_t axis) {
  return opgen::not_written(ctx, "scatter_add", "CUDA kernel",
                            "kernels/zoo/scatter_add/scatter_add_cuda.cu", __LINE__);
}

ZOO_SCATTER_ADD_CUDA_INSTANTIATE;
