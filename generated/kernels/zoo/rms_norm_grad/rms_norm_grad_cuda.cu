// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/rms_norm_grad/rms_norm_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of rms_norm
template <typename T>
opgen_status zoo_kernels::cuda::rms_norm_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                              opgen::View<const T> x, opgen::View<const T> weight,
                                              opgen::View<T> dx, opgen::View<T> dweight,
                                              double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "rms_norm_grad");
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
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute x_value = x[x_at[batch] * size_c + c];
    return dy_value * (weight ? weight_value : Compute(1)) * x_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total_2) {
    sum_c_values[batch] = total_2;
  };
  launch.fold_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute weight_value = weight ? static_cast<Compute>(weight[c]) : Compute(0);
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute part = opgen::square(rsqrt_values[batch]) * sum_c_values[batch] * x_value;
    const Compute part_2 = dy_value * (weight ? weight_value : Compute(1));
    dx[at] = static_cast<T>(rsqrt_values[batch] * (part_2 - part / static_cast<Compute>(size_c)));
  });
  const auto dweight_term = [=] __device__(int64_t c, int64_t batch) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute x_value = x[x_at[batch] * size_c + c];
    return dy_value * x_value * rsqrt_values[batch];
  };
  const auto dweight_store = [=] __device__(int64_t c, Compute total_3) {
    dweight[c] = static_cast<T>(total_3);
  };
  launch.fold_each(size_c, size_batch, opgen::Sum<Compute>(), dweight_term, dweight_store);
  return launch.status();
}

ZOO_RMS_NORM_GRAD_CUDA_INSTANTIATE;
