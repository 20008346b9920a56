// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus_grad/softplus_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of softplus
template <typename T>
opgen_status zoo_kernels::cuda::softplus_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                              opgen::View<const T> x, opgen::View<T> dx,
                                              double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  opgen::Launch launch(ctx, "softplus_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute dy_value = dy[i];
    const Compute x_value = x[i];
    dx[i] = static_cast<T>(dy_value * opgen::sigmoid(beta_value * x_value));
  });
  return launch.status();
}

ZOO_SOFTPLUS_GRAD_CUDA_INSTANTIATE;
