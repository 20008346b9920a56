// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm/layer_norm_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x along the last axis with mean 0 and variance 1, then scaled and shifted
template <typename T>
opgen_status zoo_kernels::cuda::layer_norm(opgen_ctx* ctx, opgen::View<const T> x,
                                           opgen::View<const T> weight, opgen::View<const T> bias,
                                           opgen::View<T> y, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_c = y.shape[y.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "layer_norm");
  const opgen::Workspace<Compute> mean_c_values(ctx, size_batch);
  const auto mean_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    return x_value;
  };
  const auto mean_c_store = [=] __device__(int64_t batch, Compute total) {
    mean_c_values[batch] = total / static_cast<Compute>(size_c);
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), mean_c_term, mean_c_store);
  const opgen::Workspace<Compute> mean_c_2_values(ctx, size_batch);
  const auto mean_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    return centered * centered;
  };
  const auto mean_c_2_store = [=] __device__(int64_t batch, Compute total_2) {
    mean_c_2_values[batch] = total_2 / static_cast<Compute>(size_c);
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), mean_c_2_term, mean_c_2_store);
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    rsqrt_values[batch] = opgen::rsqrt(mean_c_2_values[batch] + eps_value);
  });
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute x_value = x[batch * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute scaled = centered * rsqrt_values[batch];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute bias_value = bias ? static_cast<Compute>(bias[c]) : Compute(0);
    const Compute part = scaled * (weight ? weight_value : Compute(1));
    y[at] = static_cast<T>(part + (bias ? bias_value : Compute(0)));
  });
  return launch.status();
}

ZOO_LAYER_NORM_CUDA_INSTANTIATE;
