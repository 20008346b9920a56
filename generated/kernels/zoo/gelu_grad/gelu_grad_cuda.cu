// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gelu_grad/gelu_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of gelu
template <typename T>
opgen_status zoo_kernels::cuda::gelu_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  opgen::Launch launch(ctx, "gelu_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute dy_value = dy[i];
    const Compute x_value = x[i];
    const Compute part = (1 + std::erf(x_value / std::sqrt(Compute(2)))) / 2;
    const Compute part_2 = Compute(0.5641895835477563) * x_value;
    const Compute part_3 = part_2 * std::exp(-(x_value * x_value) / 2) / std::sqrt(Compute(2));
    dx[i] = static_cast<T>(dy_value * (part + part_3));
  });
  return launch.status();
}

ZOO_GELU_GRAD_CUDA_INSTANTIATE;
