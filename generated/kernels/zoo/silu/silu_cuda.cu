// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/silu/silu_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x times its sigmoid, also called swish
template <typename T>
opgen_status zoo_kernels::cuda::silu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  opgen::Launch launch(ctx, "silu");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(x_value * opgen::sigmoid(x_value));
  });
  return launch.status();
}

ZOO_SILU_CUDA_INSTANTIATE;
