// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear_grad_grad/linear_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of linear_grad
template <typename T>
opgen_status zoo_kernels::cuda::linear_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                 opgen::View<const T> ddweight,
                                                 opgen::View<const T> ddbias,
                                                 opgen::View<const T> dy, opgen::View<const T> x,
                                                 opgen::View<const T> weight, opgen::View<T> gdy,
                                                 opgen::View<T> gx, opgen::View<T> gweight) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_k = gx.shape[gx.ndim - 1];
  const int64_t size_n = gdy.shape[gdy.ndim - 1];
  const opgen::BatchFibre gdy_fibre(gdy, batch_shape, 0, 1);
  const opgen::BatchFibre gx_fibre(gx, batch_shape, 0, 1);
  opgen::Launch launch(ctx, "linear_grad_grad");
  const opgen::Workspace<Compute> sum_k_values(ctx, size_batch * size_n);
  const auto sum_k_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t batch = at / size_n;
    const int64_t n = at % size_n;
    const Compute ddweight_value = ddweight[n * size_k + k];
    const Compute x_value = x[x_at[batch] * size_k + k];
    return ddweight_value * x_value;
  };
  const auto sum_k_store = [=] __device__(int64_t at, Compute total) { sum_k_values[at] = total; };
  launch.fold_each(size_batch * size_n, size_k, opgen::Sum<Compute>(), sum_k_term, sum_k_store);
  const opgen::Workspace<Compute> sum_k_2_values(ctx, size_batch * size_n);
  const auto sum_k_2_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t batch = at / size_n;
    const int64_t n = at % size_n;
    const Compute ddx_value = ddx[ddx_at[batch] * size_k + k];
    const Compute weight_value = weight[n * size_k + k];
    return ddx_value * weight_value;
  };
  const auto sum_k_2_store = [=] __device__(int64_t at, Compute total_2) {
    sum_k_2_values[at] = total_2;
  };
  launch.fold_each(size_batch * size_n, size_k, opgen::Sum<Compute>(), sum_k_2_term, sum_k_2_store);
  const auto gdy_term = [=] __device__(int64_t at, int64_t other) -> Compute {
    const int64_t gdy_i = at / size_n;
    const int64_t n = at % size_n;
    const int64_t batch = gdy_fibre.at(gdy_i, other);
    const Compute ddbias_value = ddbias[n];
    return ddbias_value + sum_k_values[batch * size_n + n] + sum_k_2_values[batch * size_n + n];
  };
  const auto gdy_store = [=] __device__(int64_t at, Compute total_3) {
    gdy[at] = static_cast<T>(total_3);
  };
  launch.fold_each(gdy.numel(), gdy_fibre.size(), opgen::Sum<Compute>(), gdy_term, gdy_store);
  const auto gx_term = [=] __device__(int64_t at, int64_t part) -> Compute {
    const int64_t gx_i = at / size_k;
    const int64_t k = at % size_k;
    const int64_t other_2 = part / size_n;
    const int64_t n = part % size_n;
    const int64_t batch = gx_fibre.at(gx_i, other_2);
    const Compute ddweight_value = ddweight[n * size_k + k];
    const Compute dy_value = dy[dy_at[batch] * size_n + n];
    return ddweight_value * dy_value;
  };
  const auto gx_store = [=] __device__(int64_t at, Compute total_4) {
    gx[at] = static_cast<T>(total_4);
  };
  launch.fold_each(gx.numel(), gx_fibre.size() * size_n, opgen::Sum<Compute>(), gx_term, gx_store);
  const auto gweight_term = [=] __device__(int64_t at, int64_t batch) -> Compute {
    const int64_t n = at / size_k;
    const int64_t k = at % size_k;
    const Compute ddx_value = ddx[ddx_at[batch] * size_k + k];
    const Compute dy_value = dy[dy_at[batch] * size_n + n];
    return ddx_value * dy_value;
  };
  const auto gweight_store = [=] __device__(int64_t at, Compute total_5) {
    gweight[at] = static_cast<T>(total_5);
  };
  launch.fold_each(size_n * size_k, size_batch, opgen::Sum<Compute>(), gweight_term, gweight_store);
  return launch.status();
}

ZOO_LINEAR_GRAD_GRAD_CUDA_INSTANTIATE;
