// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu_grad_grad/gelu_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of gelu_grad
template <typename T>
opgen_status zoo_kernels::cuda::gelu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<const T> dy, opgen::View<const T> x,
                                               opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  opgen::Launch launch(ctx, "gelu_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute exp_value = std::exp(-(x_value * x_value) / 2);
    const Compute ddx_value = ddx[i];
    const Compute part = (1 + std::erf(x_value / std::sqrt(Compute(2)))) / 2;
    const Compute part_2 = Compute(0.5641895835477563) * x_value * exp_value;
    const Compute gdy_value = ddx_value * (part + part_2 / std::sqrt(Compute(2)));
    const Compute dy_value = dy[i];
    const Compute part_3 = Compute(0.5641895835477563) * (x_value * x_value);
    const Compute part_4 = Compute(1.1283791670955126) - part_3;
    const Compute gx_value = ddx_value * dy_value * exp_value * part_4 / std::sqrt(Compute(2));
    gdy[i] = static_cast<T>(gdy_value);
    gx[i] = static_cast<T>(gx_value);
  });
  return launch.status();
}

ZOO_GELU_GRAD_GRAD_CUDA_INSTANTIATE;
