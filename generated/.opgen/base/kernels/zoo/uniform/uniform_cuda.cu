// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/uniform/uniform_cuda.h"

#include "opgen_cuda.h"
#include "opgen_random.h"

// Numbers between low and high, each as likely as any other
template <typename T>
opgen_status zoo_kernels::cuda::uniform(opgen_ctx* ctx, opgen::View<T> y,
                                        opgen::Array<int64_t> shape, double low, double high,
                                        int32_t dtype, uint64_t seed) {
  return opgen::not_written(ctx, "uniform", "CUDA kernel", "kernels/zoo/uniform/uniform_cuda.cu",
                            __LINE__);
}

ZOO_UNIFORM_CUDA_INSTANTIATE;
