// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/relu/relu_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x where it is positive, zero elsewhere
template <typename T>
opgen_status zoo_kernels::cuda::relu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  opgen::Launch launch(ctx, "relu");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(opgen::relu(x_value));
  });
  return launch.status();
}

ZOO_RELU_CUDA_INSTANTIATE;
