// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/relu_grad/relu_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of relu
template <typename T>
opgen_status zoo_kernels::cuda::relu_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  opgen::Launch launch(ctx, "relu_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute dy_value = dy[i];
    dx[i] = static_cast<T>(x_value > 0 ? dy_value : Compute(0));
  });
  return launch.status();
}

ZOO_RELU_GRAD_CUDA_INSTANTIATE;
