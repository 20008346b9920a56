// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/silu_grad/silu_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of silu
template <typename T>
opgen_status zoo_kernels::cuda::silu_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  opgen::Launch launch(ctx, "silu_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute sigmoid_value = opgen::sigmoid(x_value);
    const Compute dy_value = dy[i];
    dx[i] = static_cast<T>(dy_value * sigmoid_value * (1 + x_value * (1 - sigmoid_value)));
  });
  return launch.status();
}

ZOO_SILU_GRAD_CUDA_INSTANTIATE;
