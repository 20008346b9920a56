// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish_grad/hardswish_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of hardswish
template <typename T>
opgen_status zoo_kernels::cuda::hardswish_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                               opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  opgen::Launch launch(ctx, "hardswish_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute dy_value = dy[i];
    const Compute x_value = x[i];
    const Compute part = dy_value * opgen::clamp(x_value + 3, Compute(0), Compute(6)) / 6;
    const bool part_2 = x_value + 3 > 0 && x_value + 3 < 6;
    dx[i] = static_cast<T>(part + (part_2 ? dy_value * x_value / 6 : Compute(0)));
  });
  return launch.status();
}

ZOO_HARDSWISH_GRAD_CUDA_INSTANTIATE;
