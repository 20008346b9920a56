// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu_grad_grad/elu_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of elu_grad
template <typename T>
opgen_status zoo_kernels::cuda::elu_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<const T> dy, opgen::View<const T> x,
                                              opgen::View<T> gdy, opgen::View<T> gx, double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  opgen::Launch launch(ctx, "elu_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute part = std::expm1(x_value) + 1;
    const Compute ddx_value = ddx[i];
    const Compute gdy_value = x_value > 0 ? ddx_value : ddx_value * part * alpha_value;
    const Compute dy_value = dy[i];
    const Compute part_2 = ddx_value * dy_value * alpha_value * part;
    const Compute gx_value = !(x_value > 0) ? part_2 : Compute(0);
    gdy[i] = static_cast<T>(gdy_value);
    gx[i] = static_cast<T>(gx_value);
  });
  return launch.status();
}

ZOO_ELU_GRAD_GRAD_CUDA_INSTANTIATE;
