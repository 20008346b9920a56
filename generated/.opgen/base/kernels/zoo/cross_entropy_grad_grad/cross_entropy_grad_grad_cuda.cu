// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy_grad_grad/cross_entropy_grad_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of cross_entropy_grad, for second derivatives of cross_entropy
template <typename T, typename I>
opgen_status zoo_kernels::cuda::cross_entropy_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddlogits, opgen::View<const T> dloss,
    opgen::View<const T> logits, opgen::View<const I> target, opgen::View<T> gdloss,
    opgen::View<T> glogits, CrossEntropyGradGradReduction reduction, int64_t ignored,
    double label_smoothing) {
  return opgen::not_written(ctx, "cross_entropy_grad_grad", "CUDA kernel",
                            "kernels/zoo/cross_entropy_grad_grad/cross_entropy_grad_grad_cuda.cu",
                            __LINE__);
}

ZOO_CROSS_ENTROPY_GRAD_GRAD_CUDA_INSTANTIATE;
