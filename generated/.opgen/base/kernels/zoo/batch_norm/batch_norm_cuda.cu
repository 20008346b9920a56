// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm/batch_norm_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Normalization of each channel by this batch, which running statistics follow
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm(opgen_ctx* ctx, opgen::View<const T> x,
                                           opgen::View<const T> weight, opgen::View<const T> bias,
                                           opgen::View<const T> running_mean,
                                           opgen::View<const T> running_var, opgen::View<T> y,
                                           opgen::View<T> new_mean, opgen::View<T> new_var,
                                           double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = y.shape[0];
  const int64_t size_c = y.shape[1];
  const int64_t size_h = y.shape[2];
  const int64_t size_w = y.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  const Compute momentum_value = static_cast<Compute>(momentum);
  opgen::Launch launch(ctx, "batch_norm");
  const opgen::Workspace<Compute> average_values(ctx, size_c);
  const auto average_term = [=] __device__(int64_t c, int64_t part) -> Compute {
    const int64_t n = part / (size_h * size_w);
    const int64_t h = part / size_w % size_h;
    const int64_t w = part % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    return x_value;
  };
  const auto average_store = [=] __device__(int64_t c, Compute total) {
    average_values[c] = total / static_cast<Compute>(size_n * size_h * size_w);
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), average_term,
                     average_store);
  const opgen::Workspace<Compute> variance_values(ctx, size_c);
  const auto variance_term = [=] __device__(int64_t c, int64_t part_2) -> Compute {
    const int64_t n = part_2 / (size_h * size_w);
    const int64_t h = part_2 / size_w % size_h;
    const int64_t w = part_2 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - average_values[c];
    return centered * centered;
  };
  const auto variance_store = [=] __device__(int64_t c, Compute total_2) {
    variance_values[c] = total_2 / static_cast<Compute>(size_n * size_h * size_w);
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), variance_term,
                     variance_store);
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    rsqrt_values[c] = opgen::rsqrt(variance_values[c] + eps_value);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - average_values[c];
    const Compute weight_value = weight[c];
    const Compute bias_value = bias[c];
    y[at] = static_cast<T>(centered * rsqrt_values[c] * weight_value + bias_value);
  });
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute running_mean_value = running_mean[c];
    const Compute new_mean_value = scalar * running_mean_value + momentum_value * average_values[c];
    const int64_t count = size_n * size_h * size_w;
    const Compute running_var_value = running_var[c];
    const Compute part_3 = momentum_value * variance_values[c] * static_cast<Compute>(count);
    const Compute part_4 = part_3 / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    const Compute new_var_value = scalar * running_var_value + part_4;
    new_mean[c] = static_cast<T>(new_mean_value);
    new_var[c] = static_cast<T>(new_var_value);
  });
  return launch.status();
}

ZOO_BATCH_NORM_CUDA_INSTANTIATE;
