// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/hardswish/hardswish_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// silu made of straight lines and a parabola
template <typename T>
opgen_status zoo_kernels::cuda::hardswish(opgen_ctx* ctx, opgen::View<const T> x,
                                          opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  opgen::Launch launch(ctx, "hardswish");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(x_value * opgen::clamp(x_value + 3, Compute(0), Compute(6)) / 6);
  });
  return launch.status();
}

ZOO_HARDSWISH_CUDA_INSTANTIATE;
