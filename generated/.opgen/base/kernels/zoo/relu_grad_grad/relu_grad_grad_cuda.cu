// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/relu_grad_grad/relu_grad_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of relu_grad
template <typename T>
opgen_status zoo_kernels::cuda::relu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<const T> x, opgen::View<T> gdy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  opgen::Launch launch(ctx, "relu_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute ddx_value = ddx[i];
    gdy[i] = static_cast<T>(x_value > 0 ? ddx_value : Compute(0));
  });
  return launch.status();
}

ZOO_RELU_GRAD_GRAD_CUDA_INSTANTIATE;
