// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm_grad/layer_norm_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of layer_norm
template <typename T>
opgen_status zoo_kernels::cuda::layer_norm_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const T> x, opgen::View<const T> weight,
                                                opgen::View<T> dx, opgen::View<T> dweight,
                                                opgen::View<T> dbias, double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "layer_norm_grad");
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
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    return dy_value * (weight ? weight_value : Compute(1)) * centered;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total_3) {
    sum_c_values[batch] = total_3;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  const opgen::Workspace<Compute> sum_c_2_values(ctx, size_batch);
  const auto sum_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part = opgen::square(rsqrt_values[batch]) * sum_c_values[batch] * centered;
    const Compute part_2 = dy_value * (weight ? weight_value : Compute(1));
    const Compute d_centered = rsqrt_values[batch] * (part_2 - part / static_cast<Compute>(size_c));
    return d_centered;
  };
  const auto sum_c_2_store = [=] __device__(int64_t batch, Compute total_4) {
    sum_c_2_values[batch] = total_4;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_2_term, sum_c_2_store);
  const opgen::Workspace<Compute> invariant_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    invariant_values[batch] = sum_c_2_values[batch] / static_cast<Compute>(size_c);
  });
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute part_3 = opgen::square(rsqrt_values[batch]) * sum_c_values[batch] * centered;
    const Compute part_4 = dy_value * (weight ? weight_value : Compute(1));
    const Compute part_5 = part_4 - part_3 / static_cast<Compute>(size_c);
    const Compute d_centered = rsqrt_values[batch] * part_5;
    dx[at] = static_cast<T>(d_centered - invariant_values[batch]);
  });
  const auto dweight_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute centered = x_value - mean_c_values[batch];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return dy_value * centered * rsqrt_values[batch];
  };
  const auto dweight_store = [=] __device__(int64_t c, Compute total_5) {
    dweight[c] = static_cast<T>(total_5);
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), dweight_term, dweight_store);
  const auto dbias_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return dy_value;
  };
  const auto dbias_store = [=] __device__(int64_t c, Compute total_6) {
    dbias[c] = static_cast<T>(total_6);
  };
  launch.reduce_each(size_c, size_batch, opgen::Sum<Compute>(), dbias_term, dbias_store);
  return launch.status();
}

ZOO_LAYER_NORM_GRAD_CUDA_INSTANTIATE;
