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
  const opgen::Random random(seed);
  opgen::Launch launch(ctx, "uniform");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    y[i] = static_cast<T>(low + (high - low) * random.uniform(i));
  });
  return launch.status();
}

ZOO_UNIFORM_CUDA_INSTANTIATE;
