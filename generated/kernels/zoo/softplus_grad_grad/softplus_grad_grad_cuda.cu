// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus_grad_grad/softplus_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of softplus_grad
template <typename T>
opgen_status zoo_kernels::cuda::softplus_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                   opgen::View<const T> dy, opgen::View<const T> x,
                                                   opgen::View<T> gdy, opgen::View<T> gx,
                                                   double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  opgen::Launch launch(ctx, "softplus_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute sigmoid_value = opgen::sigmoid(beta_value * x_value);
    const Compute ddx_value = ddx[i];
    const Compute gdy_value = ddx_value * sigmoid_value;
    const Compute dy_value = dy[i];
    const Compute part = ddx_value * dy_value * sigmoid_value * (1 - sigmoid_value);
    const Compute gx_value = part * beta_value;
    gdy[i] = static_cast<T>(gdy_value);
    gx[i] = static_cast<T>(gx_value);
  });
  return launch.status();
}

ZOO_SOFTPLUS_GRAD_GRAD_CUDA_INSTANTIATE;
