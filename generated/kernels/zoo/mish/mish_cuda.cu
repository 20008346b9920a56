// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish/mish_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x times the hyperbolic tangent of its softplus
template <typename T>
opgen_status zoo_kernels::cuda::mish(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  opgen::Launch launch(ctx, "mish");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(x_value * std::tanh(opgen::softplus(x_value)));
  });
  return launch.status();
}

ZOO_MISH_CUDA_INSTANTIATE;
