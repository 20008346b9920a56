// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm_grad_grad/layer_norm_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of layer_norm_grad
template <typename T>
opgen_status zoo_kernels::cuda::layer_norm_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  const opgen::BatchFibre gdy_fibre(gdy, batch_shape, 0, 1);
  const opgen::BatchFibre gx_fibre(gx, batch_shape, 0, 1);
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "layer_norm_grad_grad");
  const opgen::Workspace<Compute> mean_c_values(ctx, size_batch);
  const auto mean_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    return x_value;
  };
  const auto mean_c_store = [=] __device__(int64_t batch, Compute total) {
    mean_c_values[batch] = total / static_cast<Compute>(size_c);
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), mean_c_term, mean_c_store);
  const opgen::Workspace<Compute> mean_c_2_values(ctx, size_batch);
  const auto mean_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
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
  const opgen::Workspace<Compute> sum_c_2_values(ctx, size_batch);
  const auto sum_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    return ddx_value;
  };
  const auto sum_c_2_store = [=] __device__(int64_t batch, Compute total_3) {
    sum_c_2_values[batch] = total_3;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_2_term, sum_c_2_store);
  const opgen::Workspace<Compute> invariant_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    invariant_values[batch] = sum_c_2_values[batch] / static_cast<Compute>(size_c);
  });
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    return d_d_centered * centered;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total_4) {
    sum_c_values[batch] = total_4;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  const opgen::Workspace<Compute> sum_c_3_values(ctx, size_batch);
  const auto sum_c_3_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    return dy_value * (weight ? weight_value : Compute(1)) * centered;
  };
  const auto sum_c_3_store = [=] __device__(int64_t batch, Compute total_5) {
    sum_c_3_values[batch] = total_5;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_3_term, sum_c_3_store);
  const opgen::Workspace<Compute> sum_c_4_values(ctx, size_batch);
  const auto sum_c_4_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddweight_value = ddweight[c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return ddweight_value * dy_value * centered;
  };
  const auto sum_c_4_store = [=] __device__(int64_t batch, Compute total_6) {
    sum_c_4_values[batch] = total_6;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_4_term, sum_c_4_store);
  const opgen::Workspace<Compute> sum_c_5_values(ctx, size_batch);
  const auto sum_c_5_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_2 = opgen::square(rsqrt_values[batch]) * sum_c_3_values[batch] * centered;
    const Compute part_3 = dy_value * (weight ? weight_value : Compute(1));
    return d_d_centered * (part_3 - part_2 / static_cast<Compute>(size_c));
  };
  const auto sum_c_5_store = [=] __device__(int64_t batch, Compute total_7) {
    sum_c_5_values[batch] = total_7;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_5_term, sum_c_5_store);
  const opgen::Workspace<Compute> invariant_2_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    const Compute part_4 = 2 * opgen::square(rsqrt_values[batch]) * sum_c_3_values[batch];
    const Compute part_5 = part_4 * sum_c_values[batch] / static_cast<Compute>(size_c);
    const Compute part_6 = sum_c_4_values[batch] + sum_c_5_values[batch] - part_5;
    invariant_2_values[batch] = part_6 * opgen::square(rsqrt_values[batch]);
  });
  const auto gdy_term = [=] __device__(int64_t at, int64_t other) -> Compute {
    const int64_t gdy_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gdy_fibre.at(gdy_i, other);
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    const Compute part = opgen::cube(rsqrt_values[batch]) * sum_c_values[batch] * centered;
    const Compute ddbias_value = ddbias[c];
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_7 = ddbias_value + ddweight_value * rsqrt_values[batch] * centered;
    const Compute part_8 = part * (weight ? weight_value : Compute(1));
    const Compute part_9 = part_8 / static_cast<Compute>(size_c);
    const Compute part_10 = d_d_centered * rsqrt_values[batch];
    return part_7 + part_10 * (weight ? weight_value : Compute(1)) - part_9;
  };
  const auto gdy_store = [=] __device__(int64_t at, Compute total_8) {
    gdy[at] = static_cast<T>(total_8);
  };
  launch.fold_each(gdy.numel(), gdy_fibre.size(), opgen::Sum<Compute>(), gdy_term, gdy_store);
  const opgen::Workspace<Compute> sum_c_6_values(ctx, size_batch);
  const auto sum_c_6_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_11 = invariant_2_values[batch] * centered / static_cast<Compute>(size_c);
    const Compute part_12 = opgen::square(rsqrt_values[batch]) * sum_c_values[batch];
    const Compute part_13 = d_d_centered * opgen::square(rsqrt_values[batch]);
    const Compute part_14 = part_13 * sum_c_3_values[batch] / static_cast<Compute>(size_c);
    const Compute part_15 = part_12 * (weight ? weight_value : Compute(1));
    const Compute part_16 = dy_value * (ddweight_value - part_15 / static_cast<Compute>(size_c));
    const Compute d_centered_2 = rsqrt_values[batch] * (part_16 - part_14 - part_11);
    return d_centered_2;
  };
  const auto sum_c_6_store = [=] __device__(int64_t batch, Compute total_9) {
    sum_c_6_values[batch] = total_9;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_6_term, sum_c_6_store);
  const opgen::Workspace<Compute> invariant_3_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    invariant_3_values[batch] = sum_c_6_values[batch] / static_cast<Compute>(size_c);
  });
  const auto gx_term = [=] __device__(int64_t at, int64_t other_2) -> Compute {
    const int64_t gx_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gx_fibre.at(gx_i, other_2);
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_17 = invariant_2_values[batch] * centered / static_cast<Compute>(size_c);
    const Compute part_18 = opgen::square(rsqrt_values[batch]) * sum_c_values[batch];
    const Compute part_19 = d_d_centered * opgen::square(rsqrt_values[batch]);
    const Compute part_20 = part_19 * sum_c_3_values[batch] / static_cast<Compute>(size_c);
    const Compute part_21 = part_18 * (weight ? weight_value : Compute(1));
    const Compute part_22 = dy_value * (ddweight_value - part_21 / static_cast<Compute>(size_c));
    const Compute d_centered_2 = rsqrt_values[batch] * (part_22 - part_20 - part_17);
    return d_centered_2 - invariant_3_values[batch];
  };
  const auto gx_store = [=] __device__(int64_t at, Compute total_10) {
    gx[at] = static_cast<T>(total_10);
  };
  launch.fold_each(gx.numel(), gx_fibre.size(), opgen::Sum<Compute>(), gx_term, gx_store);
  const opgen::Workspace<Compute> sum_all_values(ctx, size_c);
  const auto sum_all_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute d_d_centered = ddx_value - invariant_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return d_d_centered * rsqrt_values[batch] * dy_value;
  };
  const auto sum_all_store = [=] __device__(int64_t c, Compute total_11) {
    sum_all_values[c] = total_11;
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), sum_all_term, sum_all_store);
  const opgen::Workspace<Compute> sum_all_2_values(ctx, size_c);
  const auto sum_all_2_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute part = opgen::cube(rsqrt_values[batch]) * sum_c_values[batch] * centered;
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return part * dy_value;
  };
  const auto sum_all_2_store = [=] __device__(int64_t c, Compute total_12) {
    sum_all_2_values[c] = total_12;
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), sum_all_2_term, sum_all_2_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute part_23 = sum_all_2_values[c] / static_cast<Compute>(size_c);
    gweight[c] = static_cast<T>(sum_all_values[c] - part_23);
  });
  return launch.status();
}

ZOO_LAYER_NORM_GRAD_GRAD_CUDA_INSTANTIATE;
