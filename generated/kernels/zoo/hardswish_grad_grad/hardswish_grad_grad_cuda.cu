// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish_grad_grad/hardswish_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of hardswish_grad
template <typename T>
opgen_status zoo_kernels::cuda::hardswish_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                    opgen::View<const T> dy, opgen::View<const T> x,
                                                    opgen::View<T> gdy, opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  opgen::Launch launch(ctx, "hardswish_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute ddx_value = ddx[i];
    const Compute x_value = x[i];
    const Compute part = ddx_value * opgen::clamp(x_value + 3, Compute(0), Compute(6)) / 6;
    const bool part_2 = x_value + 3 > 0 && x_value + 3 < 6;
    const Compute gdy_value = part + (part_2 ? ddx_value * x_value / 6 : Compute(0));
    const Compute dy_value = dy[i];
    const bool part_3 = x_value + 3 > 0 && x_value + 3 < 6;
    const Compute gx_value = part_3 ? ddx_value * dy_value / 3 : Compute(0);
    gdy[i] = static_cast<T>(gdy_value);
    gx[i] = static_cast<T>(gx_value);
  });
  return launch.status();
}

ZOO_HARDSWISH_GRAD_GRAD_CUDA_INSTANTIATE;
