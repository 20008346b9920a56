// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/dropout/dropout_cuda.h"

#include "opgen_cuda.h"
#include "opgen_random.h"

// x with elements left out with probability p, the others scaled up to match
template <typename T, typename B>
opgen_status zoo_kernels::cuda::dropout(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                        opgen::View<B> mask, double p, uint64_t seed) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Random random(seed);
  const Compute scale = static_cast<Compute>(p < 1 ? 1 / (1 - p) : 0);
  opgen::Launch launch(ctx, "dropout");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    mask[i] = random.uniform(i) >= p;
    y[i] = mask[i] ? static_cast<T>(scale * Compute(x[i])) : T(0);
  });
  return launch.status();
}

ZOO_DROPOUT_CUDA_INSTANTIATE;
