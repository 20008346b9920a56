// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope_grad/rope_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of rope: the same turn backwards
template <typename T>
opgen_status zoo_kernels::cuda::rope_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> cos, opgen::View<const T> sin,
                                          opgen::View<T> dx, bool interleaved) {
  return opgen::not_written(ctx, "rope_grad", "CUDA kernel",
                            "kernels/zoo/rope_grad/rope_grad_cuda.cu", __LINE__);
}

ZOO_ROPE_GRAD_CUDA_INSTANTIATE;
