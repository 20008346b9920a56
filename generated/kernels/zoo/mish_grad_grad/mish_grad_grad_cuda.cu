// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mish_grad_grad/mish_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of mish_grad
template <typename T>
opgen_status zoo_kernels::cuda::mish_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<const T> dy, opgen::View<const T> x,
                                               opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  opgen::Launch launch(ctx, "mish_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute tanh_value = std::tanh(opgen::softplus(x_value));
    const Compute sigmoid_value = opgen::sigmoid(x_value);
    const Compute ddx_value = ddx[i];
    const Compute part = tanh_value + x_value * (1 - tanh_value * tanh_value) * sigmoid_value;
    const Compute gdy_value = ddx_value * part;
    const Compute dy_value = dy[i];
    const Compute part_2 = sigmoid_value * (1 - tanh_value * tanh_value) * ddx_value * dy_value;
    const Compute part_3 = 1 - 2 * sigmoid_value * x_value * tanh_value;
    const Compute gx_value = part_2 * (1 + x_value * (1 - sigmoid_value) + part_3);
    gdy[i] = static_cast<T>(gdy_value);
    gx[i] = static_cast<T>(gx_value);
  });
  return launch.status();
}

ZOO_MISH_GRAD_GRAD_CUDA_INSTANTIATE;
