// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy/cross_entropy_cuda.h"

#include "opgen_cuda.h"

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
opgen_status zoo_kernels::cuda::cross_entropy(opgen_ctx* ctx, opgen::View<const T> logits,
                                              opgen::View<const I> target, opgen::View<T> loss,
                                              CrossEntropyReduction reduction, int64_t ignored,
                                              double label_smoothing) {
  return opgen::not_written(ctx, "cross_entropy", "CUDA kernel",
                            "kernels/zoo/cross_entropy/cross_entropy_cuda.cu", __LINE__);
}

ZOO_CROSS_ENTROPY_CUDA_INSTANTIATE;
