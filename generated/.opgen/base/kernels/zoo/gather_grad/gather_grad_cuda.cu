// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather_grad/gather_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of gather: sums of what went to the same element
template <typename T, typename I>
opgen_status zoo_kernels::cuda::gather_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const I> index, opgen::View<const T> x,
                                            opgen::View<T> dx, int64_t axis) {
  return opgen::not_written(ctx, "gather_grad", "CUDA kernel",
                            "kernels/zoo/gather_grad/gather_grad_cuda.cu", __LINE__);
}

ZOO_GATHER_GRAD_CUDA_INSTANTIATE;
