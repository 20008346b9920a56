// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/elu/elu_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x where it is positive, alpha * (exp(x) - 1) elsewhere
template <typename T>
opgen_status zoo_kernels::cuda::elu(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                    double alpha) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = y.numel();
  const Compute alpha_value = static_cast<Compute>(alpha);
  opgen::Launch launch(ctx, "elu");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    y[i] = static_cast<T>(x_value > 0 ? x_value : alpha_value * std::expm1(x_value));
  });
  return launch.status();
}

ZOO_ELU_CUDA_INSTANTIATE;
