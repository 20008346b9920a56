// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather/gather_cuda.h"

#include "opgen_cuda.h"

// For each element of index, the element of x that it names along an axis
template <typename T, typename I>
opgen_status zoo_kernels::cuda::gather(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const I> index, opgen::View<T> y, int64_t axis) {
  return opgen::not_written(ctx, "gather", "CUDA kernel", "kernels/zoo/gather/gather_cuda.cu",
                            __LINE__);
}

ZOO_GATHER_CUDA_INSTANTIATE;
