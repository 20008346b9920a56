// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_grad/batch_norm_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of batch_norm
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm_grad(
    opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> dnew_mean,
    opgen::View<const T> dnew_var, opgen::View<const T> x, opgen::View<const T> weight,
    opgen::View<T> dx, opgen::View<T> dweight, opgen::View<T> dbias, opgen::View<T> drunning_mean,
    opgen::View<T> drunning_var, double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = dx.shape[0];
  const int64_t size_c = dx.shape[1];
  const int64_t size_h = dx.shape[2];
  const int64_t size_w = dx.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute momentum_value = static_cast<Compute>(momentum);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  opgen::Launch launch(ctx, "batch_norm_grad");
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
  const opgen::Workspace<Compute> sum_n_h_w_values(ctx, size_c);
  const auto sum_n_h_w_term = [=] __device__(int64_t c, int64_t part_3) -> Compute {
    const int64_t n = part_3 / (size_h * size_w);
    const int64_t h = part_3 / size_w % size_h;
    const int64_t w = part_3 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - average_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return dy_value * centered;
  };
  const auto sum_n_h_w_store = [=] __device__(int64_t c, Compute total_3) {
    sum_n_h_w_values[c] = total_3;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_term,
                     sum_n_h_w_store);
  const opgen::Workspace<Compute> invariant_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const int64_t count = size_n * size_h * size_w;
    const Compute dnew_var_value = dnew_var[c];
    const Compute weight_value = weight[c];
    const Compute part_4 = weight_value * opgen::cube(rsqrt_values[c]) * sum_n_h_w_values[c] / 2;
    const Compute part_5 = dnew_var_value * static_cast<Compute>(count) * momentum_value;
    const Compute part_6 = part_5 / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    invariant_values[c] = 2 * (part_6 - part_4);
  });
  const opgen::Workspace<Compute> sum_n_h_w_2_values(ctx, size_c);
  const auto sum_n_h_w_2_term = [=] __device__(int64_t c, int64_t part_7) -> Compute {
    const int64_t n = part_7 / (size_h * size_w);
    const int64_t h = part_7 / size_w % size_h;
    const int64_t w = part_7 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - average_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute weight_value = weight[c];
    const Compute part_8 = dy_value * weight_value * rsqrt_values[c];
    const Compute part_9 = invariant_values[c] * centered;
    const Compute d_centered = part_8 + part_9 / static_cast<Compute>(size_n * size_h * size_w);
    return d_centered;
  };
  const auto sum_n_h_w_2_store = [=] __device__(int64_t c, Compute total_4) {
    sum_n_h_w_2_values[c] = total_4;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_2_term,
                     sum_n_h_w_2_store);
  const opgen::Workspace<Compute> invariant_2_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute dnew_mean_value = dnew_mean[c];
    const Compute part_10 = dnew_mean_value * momentum_value - sum_n_h_w_2_values[c];
    invariant_2_values[c] = part_10 / static_cast<Compute>(size_n * size_h * size_w);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - average_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute weight_value = weight[c];
    const Compute part_11 = dy_value * weight_value * rsqrt_values[c];
    const Compute part_12 = invariant_values[c] * centered;
    const Compute d_centered = part_11 + part_12 / static_cast<Compute>(size_n * size_h * size_w);
    dx[at] = static_cast<T>(d_centered + invariant_2_values[c]);
  });
  launch.for_each(size_c, [=] __device__(int64_t c) {
    dweight[c] = static_cast<T>(rsqrt_values[c] * sum_n_h_w_values[c]);
  });
  const auto dbias_term = [=] __device__(int64_t c, int64_t part_13) -> Compute {
    const int64_t n = part_13 / (size_h * size_w);
    const int64_t h = part_13 / size_w % size_h;
    const int64_t w = part_13 % size_w;
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return dy_value;
  };
  const auto dbias_store = [=] __device__(int64_t c, Compute total_5) {
    dbias[c] = static_cast<T>(total_5);
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), dbias_term,
                     dbias_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute dnew_mean_value = dnew_mean[c];
    const Compute drunning_mean_value = dnew_mean_value * scalar;
    const Compute dnew_var_value = dnew_var[c];
    const Compute drunning_var_value = dnew_var_value * scalar;
    drunning_mean[c] = static_cast<T>(drunning_mean_value);
    drunning_var[c] = static_cast<T>(drunning_var_value);
  });
  return launch.status();
}

ZOO_BATCH_NORM_GRAD_CUDA_INSTANTIATE;
