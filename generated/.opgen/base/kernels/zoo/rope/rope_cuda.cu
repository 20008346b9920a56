// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope/rope_cuda.h"

#include "opgen_cuda.h"

// Rotary position embedding: pairs of elements turned by the angle of their place
template <typename T>
opgen_status zoo_kernels::cuda::rope(opgen_ctx* ctx, opgen::View<const T> x,
                                     opgen::View<const T> cos, opgen::View<const T> sin,
                                     opgen::View<T> y, bool interleaved) {
  return opgen::not_written(ctx, "rope", "CUDA kernel", "kernels/zoo/rope/rope_cuda.cu", __LINE__);
}

ZOO_ROPE_CUDA_INSTANTIATE;
