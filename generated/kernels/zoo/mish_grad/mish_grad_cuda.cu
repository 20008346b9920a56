// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish_grad/mish_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of mish
template <typename T>
opgen_status zoo_kernels::cuda::mish_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  opgen::Launch launch(ctx, "mish_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute tanh_value = std::tanh(opgen::softplus(x_value));
    const Compute dy_value = dy[i];
    const Compute part = x_value * (1 - tanh_value * tanh_value) * opgen::sigmoid(x_value);
    dx[i] = static_cast<T>(dy_value * (tanh_value + part));
  });
  return launch.status();
}

ZOO_MISH_GRAD_CUDA_INSTANTIATE;
