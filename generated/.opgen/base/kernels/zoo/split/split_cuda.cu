// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/split/split_cuda.h"

#include "opgen_cuda.h"

// Equal parts of a tensor along an axis
template <typename T>
opgen_status zoo_kernels::cuda::split(opgen_ctx* ctx, opgen::View<const T> x, opgen::Views<T> ys,
                                      int64_t sections, int64_t axis) {
  return opgen::not_written(ctx, "split", "CUDA kernel", "kernels/zoo/split/split_cuda.cu",
                            __LINE__);
}

ZOO_SPLIT_CUDA_INSTANTIATE;
