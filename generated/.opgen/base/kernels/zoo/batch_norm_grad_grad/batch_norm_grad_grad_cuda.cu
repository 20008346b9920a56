// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_grad_grad/batch_norm_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of batch_norm_grad
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> ddrunning_mean,
    opgen::View<const T> ddrunning_var, opgen::View<const T> dy, opgen::View<const T> dnew_var,
    opgen::View<const T> x, opgen::View<const T> weight, opgen::View<T> gdy,
    opgen::View<T> gdnew_mean, opgen::View<T> gdnew_var, opgen::View<T> gx, opgen::View<T> gweight,
    double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = gdy.shape[0];
  const int64_t size_c = gdy.shape[1];
  const int64_t size_h = gdy.shape[2];
  const int64_t size_w = gdy.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute momentum_value = static_cast<Compute>(momentum);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  const Compute scalar_2 = static_cast<Compute>(2 * momentum);
  opgen::Launch launch(ctx, "batch_norm_grad_grad");
  const opgen::Workspace<Compute> mean_n_h_w_values(ctx, size_c);
  const auto mean_n_h_w_term = [=] __device__(int64_t c, int64_t part) -> Compute {
    const int64_t n = part / (size_h * size_w);
    const int64_t h = part / size_w % size_h;
    const int64_t w = part % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    return x_value;
  };
  const auto mean_n_h_w_store = [=] __device__(int64_t c, Compute total) {
    mean_n_h_w_values[c] = total / static_cast<Compute>(size_n * size_h * size_w);
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), mean_n_h_w_term,
                     mean_n_h_w_store);
  const opgen::Workspace<Compute> mean_n_h_w_2_values(ctx, size_c);
  const auto mean_n_h_w_2_term = [=] __device__(int64_t c, int64_t part_2) -> Compute {
    const int64_t n = part_2 / (size_h * size_w);
    const int64_t h = part_2 / size_w % size_h;
    const int64_t w = part_2 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    return centered * centered;
  };
  const auto mean_n_h_w_2_store = [=] __device__(int64_t c, Compute total_2) {
    mean_n_h_w_2_values[c] = total_2 / static_cast<Compute>(size_n * size_h * size_w);
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), mean_n_h_w_2_term,
                     mean_n_h_w_2_store);
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    rsqrt_values[c] = opgen::rsqrt(mean_n_h_w_2_values[c] + eps_value);
  });
  const opgen::Workspace<Compute> sum_n_h_w_values(ctx, size_c);
  const auto sum_n_h_w_term = [=] __device__(int64_t c, int64_t part_3) -> Compute {
    const int64_t n = part_3 / (size_h * size_w);
    const int64_t h = part_3 / size_w % size_h;
    const int64_t w = part_3 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return dy_value * centered;
  };
  const auto sum_n_h_w_store = [=] __device__(int64_t c, Compute total_3) {
    sum_n_h_w_values[c] = total_3;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_term,
                     sum_n_h_w_store);
  const opgen::Workspace<Compute> sum_n_h_w_4_values(ctx, size_c);
  const auto sum_n_h_w_4_term = [=] __device__(int64_t c, int64_t part_4) -> Compute {
    const int64_t n = part_4 / (size_h * size_w);
    const int64_t h = part_4 / size_w % size_h;
    const int64_t w = part_4 % size_w;
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    return ddx_value;
  };
  const auto sum_n_h_w_4_store = [=] __device__(int64_t c, Compute total_4) {
    sum_n_h_w_4_values[c] = total_4;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_4_term,
                     sum_n_h_w_4_store);
  const opgen::Workspace<Compute> invariant_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    invariant_values[c] = sum_n_h_w_4_values[c] / static_cast<Compute>(size_n * size_h * size_w);
  });
  const opgen::Workspace<Compute> sum_n_h_w_2_values(ctx, size_c);
  const auto sum_n_h_w_2_term = [=] __device__(int64_t c, int64_t part_5) -> Compute {
    const int64_t n = part_5 / (size_h * size_w);
    const int64_t h = part_5 / size_w % size_h;
    const int64_t w = part_5 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute d_d_centered = ddx_value - invariant_values[c];
    return d_d_centered * centered;
  };
  const auto sum_n_h_w_2_store = [=] __device__(int64_t c, Compute total_5) {
    sum_n_h_w_2_values[c] = total_5;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_2_term,
                     sum_n_h_w_2_store);
  const opgen::Workspace<Compute> d_sum_n_h_w_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight[c];
    const Compute part_6 = weight_value * opgen::square(rsqrt_values[c]) * sum_n_h_w_2_values[c];
    const Compute part_7 = part_6 / static_cast<Compute>(size_n * size_h * size_w);
    d_sum_n_h_w_values[c] = rsqrt_values[c] * (ddweight_value - part_7);
  });
  const opgen::Workspace<Compute> sum_n_h_w_3_values(ctx, size_c);
  const auto sum_n_h_w_3_term = [=] __device__(int64_t c, int64_t part_8) -> Compute {
    const int64_t n = part_8 / (size_h * size_w);
    const int64_t h = part_8 / size_w % size_h;
    const int64_t w = part_8 % size_w;
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute d_d_centered = ddx_value - invariant_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    return d_d_centered * dy_value;
  };
  const auto sum_n_h_w_3_store = [=] __device__(int64_t c, Compute total_6) {
    sum_n_h_w_3_values[c] = total_6;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_3_term,
                     sum_n_h_w_3_store);
  const opgen::Workspace<Compute> invariant_2_values(ctx, size_c);
  const opgen::Workspace<Compute> invariant_3_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const int64_t count = size_n * size_h * size_w;
    const Compute dnew_var_value = dnew_var[c];
    const Compute weight_value = weight[c];
    const Compute part_9 = weight_value * opgen::cube(rsqrt_values[c]) * sum_n_h_w_values[c] / 2;
    const Compute part_10 = dnew_var_value * static_cast<Compute>(count) * momentum_value;
    const Compute part_11 = part_10 / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    const Compute invariant_2_value = part_11 - part_9;
    const Compute ddweight_value = ddweight[c];
    const Compute part_12 = 3 * sum_n_h_w_values[c] * weight_value * opgen::square(rsqrt_values[c]);
    const Compute part_13 = ddweight_value * sum_n_h_w_values[c];
    const Compute part_14 = part_13 + weight_value * sum_n_h_w_3_values[c];
    const Compute part_15 = part_12 * sum_n_h_w_2_values[c];
    const Compute part_16 = part_14 - part_15 / static_cast<Compute>(size_n * size_h * size_w);
    const Compute invariant_3_value = part_16 * opgen::cube(rsqrt_values[c]);
    invariant_2_values[c] = invariant_2_value;
    invariant_3_values[c] = invariant_3_value;
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute d_d_centered = ddx_value - invariant_values[c];
    const Compute ddbias_value = ddbias[c];
    const Compute weight_value = weight[c];
    const Compute part_17 = ddbias_value + d_d_centered * rsqrt_values[c] * weight_value;
    gdy[at] = static_cast<T>(part_17 + d_sum_n_h_w_values[c] * centered);
  });
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute ddrunning_mean_value = ddrunning_mean[c];
    const Compute part_18 = momentum_value * sum_n_h_w_4_values[c];
    const Compute part_19 = part_18 / static_cast<Compute>(size_n * size_h * size_w);
    const Compute gdnew_mean_value = ddrunning_mean_value * scalar + part_19;
    const int64_t count = size_n * size_h * size_w;
    const Compute ddrunning_var_value = ddrunning_var[c];
    const int64_t part_20 = size_n * size_h * size_w * opgen::maximum(count - 1, int64_t(1));
    const Compute part_21 = scalar_2 * static_cast<Compute>(count) * sum_n_h_w_2_values[c];
    const Compute part_22 = part_21 / static_cast<Compute>(part_20);
    const Compute gdnew_var_value = ddrunning_var_value * scalar + part_22;
    gdnew_mean[c] = static_cast<T>(gdnew_mean_value);
    gdnew_var[c] = static_cast<T>(gdnew_var_value);
  });
  const opgen::Workspace<Compute> sum_n_h_w_5_values(ctx, size_c);
  const auto sum_n_h_w_5_term = [=] __device__(int64_t c, int64_t part_23) -> Compute {
    const int64_t n = part_23 / (size_h * size_w);
    const int64_t h = part_23 / size_w % size_h;
    const int64_t w = part_23 % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute d_d_centered = ddx_value - invariant_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute part_24 = 2 * d_d_centered * invariant_2_values[c];
    const Compute part_25 = part_24 / static_cast<Compute>(size_n * size_h * size_w);
    const Compute part_26 = part_25 + d_sum_n_h_w_values[c] * dy_value;
    const Compute part_27 = invariant_3_values[c] * centered;
    const Compute d_centered_2 = part_26 - part_27 / static_cast<Compute>(size_n * size_h * size_w);
    return d_centered_2;
  };
  const auto sum_n_h_w_5_store = [=] __device__(int64_t c, Compute total_7) {
    sum_n_h_w_5_values[c] = total_7;
  };
  launch.reduce_each(size_c, size_n * size_h * size_w, opgen::Sum<Compute>(), sum_n_h_w_5_term,
                     sum_n_h_w_5_store);
  const opgen::Workspace<Compute> invariant_4_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    invariant_4_values[c] = sum_n_h_w_5_values[c] / static_cast<Compute>(size_n * size_h * size_w);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute centered = x_value - mean_n_h_w_values[c];
    const Compute ddx_value = ddx[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute d_d_centered = ddx_value - invariant_values[c];
    const Compute dy_value = dy[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute part_28 = 2 * d_d_centered * invariant_2_values[c];
    const Compute part_29 = part_28 / static_cast<Compute>(size_n * size_h * size_w);
    const Compute part_30 = part_29 + d_sum_n_h_w_values[c] * dy_value;
    const Compute part_31 = invariant_3_values[c] * centered;
    const Compute d_centered_2 = part_30 - part_31 / static_cast<Compute>(size_n * size_h * size_w);
    gx[at] = static_cast<T>(d_centered_2 - invariant_4_values[c]);
  });
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute part_32 = sum_n_h_w_values[c] * opgen::square(rsqrt_values[c]);
    const Compute part_33 = part_32 * sum_n_h_w_2_values[c];
    const Compute part_34 = part_33 / static_cast<Compute>(size_n * size_h * size_w);
    gweight[c] = static_cast<T>(rsqrt_values[c] * (sum_n_h_w_3_values[c] - part_34));
  });
  return launch.status();
}

ZOO_BATCH_NORM_GRAD_GRAD_CUDA_INSTANTIATE;
