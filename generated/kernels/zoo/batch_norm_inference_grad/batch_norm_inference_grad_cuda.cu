// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference_grad/batch_norm_inference_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of batch_norm_inference
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm_inference_grad(
    opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x, opgen::View<const T> weight,
    opgen::View<const T> running_mean, opgen::View<const T> running_var, opgen::View<T> dx,
    opgen::View<T> dweight, opgen::View<T> dbias, opgen::View<T> drunning_mean,
    opgen::View<T> drunning_var, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = dx.shape[0];
  const int64_t size_c = dx.shape[1];
  const int64_t size_h = dx.shape[2];
  const int64_t size_w = dx.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "batch_norm_inference_grad");
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute running_var_value = running_var[c];
    rsqrt_values[c] = opgen::rsqrt(running_var_value + eps_value);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute weight_value = weight[c];
    dx[at] = static_cast<T>(dy_value * weight_value * rsqrt_values[c]);
  });
  const opgen::Workspace<Compute> sum_n_h_w_values(ctx, size_c);
  const auto sum_n_h_w_term = [=] __device__(int64_t c, int64_t part) -> Compute {
    const int64_t n = part / (size_h * size_w);
    const int64_t h = part / size_w % size_h;
    const int64_t w = part % size_w;
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute running_mean_value = running_mean[c];
    return dy_value * (x_value - running_mean_value);
  };
  const auto sum_n_h_w_store = [=] __device__(int64_t c, Compute total) {
    sum_n_h_w_values[c] = total;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_term,
                     sum_n_h_w_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    dweight[c] = static_cast<T>(rsqrt_values[c] * sum_n_h_w_values[c]);
  });
  const opgen::Workspace<Compute> sum_n_h_w_2_values(ctx, size_c);
  const auto sum_n_h_w_2_term = [=] __device__(int64_t c, int64_t part_2) -> Compute {
    const int64_t n = part_2 / (size_h * size_w);
    const int64_t h = part_2 / size_w % size_h;
    const int64_t w = part_2 % size_w;
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return dy_value;
  };
  const auto sum_n_h_w_2_store = [=] __device__(int64_t c, Compute total_2) {
    sum_n_h_w_2_values[c] = total_2;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_2_term,
                     sum_n_h_w_2_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute dbias_value = sum_n_h_w_2_values[c];
    const Compute weight_value = weight[c];
    const Compute drunning_mean_value = -(weight_value * rsqrt_values[c] * sum_n_h_w_2_values[c]);
    const Compute part_3 = -(weight_value * opgen::cube(rsqrt_values[c]) * sum_n_h_w_values[c]);
    const Compute drunning_var_value = part_3 / 2;
    dbias[c] = static_cast<T>(dbias_value);
    drunning_mean[c] = static_cast<T>(drunning_mean_value);
    drunning_var[c] = static_cast<T>(drunning_var_value);
  });
  return launch.status();
}

ZOO_BATCH_NORM_INFERENCE_GRAD_CUDA_INSTANTIATE;
