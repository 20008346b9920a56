// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu/gelu_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x times the probability that a standard normal variable is below x
template <typename T>
opgen_status zoo_kernels::cuda::gelu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  opgen::Launch launch(ctx, "gelu");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(x_value * (1 + std::erf(x_value / std::sqrt(Compute(2)))) / 2);
  });
  return launch.status();
}

ZOO_GELU_CUDA_INSTANTIATE;
