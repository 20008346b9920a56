// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/rms_norm_grad_grad/rms_norm_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of rms_norm_grad
template <typename T>
opgen_status zoo_kernels::cuda::rms_norm_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                   opgen::View<const T> ddweight,
                                                   opgen::View<const T> dy, opgen::View<const T> x,
                                                   opgen::View<const T> weight, opgen::View<T> gdy,
                                                   opgen::View<T> gx, opgen::View<T> gweight,
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
  opgen::Launch launch(ctx, "rms_norm_grad_grad");
  const opgen::Workspace<Compute> mean_c_values(ctx, size_batch);
  const auto mean_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    return x_value * x_value;
  };
  const auto mean_c_store = [=] __device__(int64_t batch, Compute total) {
    mean_c_values[batch] = total / static_cast<Compute>(size_c);
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), mean_c_term, mean_c_store);
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    rsqrt_values[batch] = opgen::rsqrt(mean_c_values[batch] + eps_value);
  });
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute x_value = x[x_at[batch] * size_c + c];
    return ddx_value * x_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total_2) {
    sum_c_values[batch] = total_2;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  const auto gdy_term = [=] __device__(int64_t at, int64_t other) -> Compute {
    const int64_t gdy_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gdy_fibre.at(gdy_i, other);
    const Compute part = opgen::square(rsqrt_values[batch]) * sum_c_values[batch];
    const Compute ddweight_value = ddweight[c];
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_2 = part * x_value * (weight ? weight_value : Compute(1));
    const Compute part_3 = ddx_value * (weight ? weight_value : Compute(1));
    const Compute part_4 = part_2 / static_cast<Compute>(size_c);
    return rsqrt_values[batch] * (ddweight_value * x_value + part_3 - part_4);
  };
  const auto gdy_store = [=] __device__(int64_t at, Compute total_3) {
    gdy[at] = static_cast<T>(total_3);
  };
  launch.fold_each(gdy.numel(), gdy_fibre.size(), opgen::Sum<Compute>(), gdy_term, gdy_store);
  const opgen::Workspace<Compute> sum_c_2_values(ctx, size_batch);
  const auto sum_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute x_value = x[x_at[batch] * size_c + c];
    return dy_value * (weight ? weight_value : Compute(1)) * x_value;
  };
  const auto sum_c_2_store = [=] __device__(int64_t batch, Compute total_4) {
    sum_c_2_values[batch] = total_4;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_2_term, sum_c_2_store);
  const opgen::Workspace<Compute> sum_c_3_values(ctx, size_batch);
  const auto sum_c_3_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute ddweight_value = ddweight[c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute x_value = x[x_at[batch] * size_c + c];
    return ddweight_value * dy_value * x_value;
  };
  const auto sum_c_3_store = [=] __device__(int64_t batch, Compute total_5) {
    sum_c_3_values[batch] = total_5;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_3_term, sum_c_3_store);
  const opgen::Workspace<Compute> sum_c_4_values(ctx, size_batch);
  const auto sum_c_4_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute part_5 = opgen::square(rsqrt_values[batch]) * sum_c_2_values[batch] * x_value;
    const Compute part_6 = dy_value * (weight ? weight_value : Compute(1));
    return ddx_value * (part_6 - part_5 / static_cast<Compute>(size_c));
  };
  const auto sum_c_4_store = [=] __device__(int64_t batch, Compute total_6) {
    sum_c_4_values[batch] = total_6;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_4_term, sum_c_4_store);
  const opgen::Workspace<Compute> invariant_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    const Compute part_7 = 2 * opgen::square(rsqrt_values[batch]) * sum_c_2_values[batch];
    const Compute part_8 = part_7 * sum_c_values[batch] / static_cast<Compute>(size_c);
    const Compute part_9 = sum_c_3_values[batch] + sum_c_4_values[batch] - part_8;
    invariant_values[batch] = part_9 * opgen::square(rsqrt_values[batch]);
  });
  const auto gx_term = [=] __device__(int64_t at, int64_t other_2) -> Compute {
    const int64_t gx_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gx_fibre.at(gx_i, other_2);
    const Compute part = opgen::square(rsqrt_values[batch]) * sum_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute ddweight_value = ddweight[c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute part_10 = ddx_value * opgen::square(rsqrt_values[batch]) * sum_c_2_values[batch];
    const Compute part_11 = invariant_values[batch] * x_value / static_cast<Compute>(size_c);
    const Compute part_12 = part * (weight ? weight_value : Compute(1));
    const Compute part_13 = dy_value * (ddweight_value - part_12 / static_cast<Compute>(size_c));
    return rsqrt_values[batch] * (part_13 - part_10 / static_cast<Compute>(size_c) - part_11);
  };
  const auto gx_store = [=] __device__(int64_t at, Compute total_7) {
    gx[at] = static_cast<T>(total_7);
  };
  launch.fold_each(gx.numel(), gx_fibre.size(), opgen::Sum<Compute>(), gx_term, gx_store);
  const opgen::Workspace<Compute> sum_all_values(ctx, size_c);
  const auto sum_all_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return ddx_value * rsqrt_values[batch] * dy_value;
  };
  const auto sum_all_store = [=] __device__(int64_t c, Compute total_8) {
    sum_all_values[c] = total_8;
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), sum_all_term, sum_all_store);
  const opgen::Workspace<Compute> sum_all_2_values(ctx, size_c);
  const auto sum_all_2_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return opgen::cube(rsqrt_values[batch]) * sum_c_values[batch] * x_value * dy_value;
  };
  const auto sum_all_2_store = [=] __device__(int64_t c, Compute total_9) {
    sum_all_2_values[c] = total_9;
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), sum_all_2_term, sum_all_2_store);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute part_14 = sum_all_2_values[c] / static_cast<Compute>(size_c);
    gweight[c] = static_cast<T>(sum_all_values[c] - part_14);
  });
  return launch.status();
}

ZOO_RMS_NORM_GRAD_GRAD_CUDA_INSTANTIATE;
