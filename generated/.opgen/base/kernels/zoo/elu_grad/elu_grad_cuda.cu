// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu_grad/elu_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of elu
template <typename T>
opgen_status zoo_kernels::cuda::elu_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                         opgen::View<const T> x, opgen::View<T> dx, double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  opgen::Launch launch(ctx, "elu_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute dy_value = dy[i];
    const Compute part = dy_value * alpha_value;
    dx[i] = static_cast<T>(x_value > 0 ? dy_value : part * (std::expm1(x_value) + 1));
  });
  return launch.status();
}

ZOO_ELU_GRAD_CUDA_INSTANTIATE;
