// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/softplus/softplus_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// A smooth relu: log(1 + exp(beta * x)) / beta
template <typename T>
opgen_status zoo_kernels::cuda::softplus(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                         double beta) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  const Compute beta_value = static_cast<Compute>(beta);
  opgen::Launch launch(ctx, "softplus");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(opgen::softplus(beta_value * x_value) / beta_value);
  });
  return launch.status();
}

ZOO_SOFTPLUS_CUDA_INSTANTIATE;
