// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/dropout/dropout_cuda.h"

#include "opgen_cuda.h"
#include "opgen_random.h"

// x with elements left out with probability p, the others scaled up to match
template <typename T, typename B>
opgen_status zoo_kernels::cuda::dropout(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                        opgen::View<B> mask, double p, uint64_t seed) {
  return opgen::not_written(ctx, "dropout", "CUDA kernel", "kernels/zoo/dropout/dropout_cuda.cu",
                            __LINE__);
}

ZOO_DROPOUT_CUDA_INSTANTIATE;
