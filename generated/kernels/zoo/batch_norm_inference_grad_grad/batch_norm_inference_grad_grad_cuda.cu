// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference_grad_grad/batch_norm_inference_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of batch_norm_inference_grad
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm_inference_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> ddrunning_mean,
    opgen::View<const T> ddrunning_var, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<const T> running_mean,
    opgen::View<const T> running_var, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    opgen::View<T> grunning_mean, opgen::View<T> grunning_var, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = gdy.shape[0];
  const int64_t size_c = gdy.shape[1];
  const int64_t size_h = gdy.shape[2];
  const int64_t size_w = gdy.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "batch_norm_inference_grad_grad");
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute running_var_value = running_var[c];
    rsqrt_values[c] = opgen::rsqrt(running_var_value + eps_value);
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
  const opgen::Workspace<Compute> d_sum_n_h_w_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute ddweight_value = ddweight[c];
    const Compute ddrunning_var_value = ddrunning_var[c];
    const Compute weight_value = weight[c];
    const Compute part_3 = ddrunning_var_value * weight_value * opgen::square(rsqrt_values[c]) / 2;
    d_sum_n_h_w_values[c] = rsqrt_values[c] * (ddweight_value - part_3);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute ddbias_value = ddbias[c];
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute running_mean_value = running_mean[c];
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute weight_value = weight[c];
    const Compute ddrunning_mean_value = ddrunning_mean[c];
    const Compute part_4 = ddbias_value + d_sum_n_h_w_values[c] * (x_value - running_mean_value);
    const Compute part_5 = ddrunning_mean_value * weight_value * rsqrt_values[c];
    const Compute gdy_value = part_4 + ddx_value * rsqrt_values[c] * weight_value - part_5;
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute gx_value = d_sum_n_h_w_values[c] * dy_value;
    gdy[at] = static_cast<T>(gdy_value);
    gx[at] = static_cast<T>(gx_value);
  });
  const opgen::Workspace<Compute> sum_n_h_w_3_values(ctx, size_c);
  const auto sum_n_h_w_3_term = [=] __device__(int64_t c, int64_t part_6) -> Compute {
    const int64_t n = part_6 / (size_h * size_w);
    const int64_t h = part_6 / size_w % size_h;
    const int64_t w = part_6 % size_w;
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return ddx_value * dy_value;
  };
  const auto sum_n_h_w_3_store = [=] __device__(int64_t c, Compute total_3) {
    sum_n_h_w_3_values[c] = total_3;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_3_term,
                     sum_n_h_w_3_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute ddrunning_var_value = ddrunning_var[c];
    const Compute ddrunning_mean_value = ddrunning_mean[c];
    const Compute part_7 = ddrunning_mean_value * sum_n_h_w_2_values[c];
    const Compute part_8 = ddrunning_var_value * sum_n_h_w_values[c];
    const Compute part_9 = sum_n_h_w_3_values[c] - part_8 * opgen::square(rsqrt_values[c]) / 2;
    const Compute gweight_value = rsqrt_values[c] * (part_9 - part_7);
    const Compute grunning_mean_value = -(d_sum_n_h_w_values[c] * sum_n_h_w_2_values[c]);
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight[c];
    const Compute part_10 = Compute(1.5) * ddrunning_var_value * sum_n_h_w_values[c] * weight_value;
    const Compute part_11 = ddrunning_mean_value * sum_n_h_w_2_values[c] * weight_value;
    const Compute part_12 = part_10 * opgen::square(rsqrt_values[c]);
    const Compute part_13 = ddweight_value * sum_n_h_w_values[c];
    const Compute part_14 = part_13 + weight_value * sum_n_h_w_3_values[c] - part_12 - part_11;
    const Compute grunning_var_value = -(part_14 * opgen::cube(rsqrt_values[c])) / 2;
    gweight[c] = static_cast<T>(gweight_value);
    grunning_mean[c] = static_cast<T>(grunning_mean_value);
    grunning_var[c] = static_cast<T>(grunning_var_value);
  });
  return launch.status();
}

ZOO_BATCH_NORM_INFERENCE_GRAD_GRAD_CUDA_INSTANTIATE;
