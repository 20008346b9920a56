// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/log_softmax_grad_grad/log_softmax_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of log_softmax_grad
template <typename T>
opgen_status zoo_kernels::cuda::log_softmax_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                      opgen::View<const T> dy,
                                                      opgen::View<const T> x, opgen::View<T> gdy,
                                                      opgen::View<T> gx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  const opgen::BatchFibre gdy_fibre(gdy, batch_shape, 0, 1);
  const opgen::BatchFibre gx_fibre(gx, batch_shape, 0, 1);
  opgen::Launch launch(ctx, "log_softmax_grad_grad");
  const opgen::Workspace<Compute> max_c_values(ctx, size_batch);
  const auto max_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    return x_value;
  };
  const auto max_c_store = [=] __device__(int64_t batch, Compute largest) {
    max_c_values[batch] = largest;
  };
  launch.reduce_each(size_batch, size_c, opgen::Maximum<Compute>(), max_c_term, max_c_store);
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute d = x_value - max_c_values[batch];
    const Compute exp_value = std::exp(d);
    return exp_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  const opgen::Workspace<Compute> sum_c_2_values(ctx, size_batch);
  const auto sum_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute d = x_value - max_c_values[batch];
    const Compute exp_value = std::exp(d);
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    return ddx_value * exp_value;
  };
  const auto sum_c_2_store = [=] __device__(int64_t batch, Compute total_2) {
    sum_c_2_values[batch] = total_2;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_2_term, sum_c_2_store);
  const opgen::Workspace<Compute> part_values(ctx, size_batch);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    part_values[batch] = sum_c_2_values[batch] / sum_c_values[batch];
  });
  const auto gdy_term = [=] __device__(int64_t at, int64_t other) -> Compute {
    const int64_t gdy_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gdy_fibre.at(gdy_i, other);
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    return ddx_value - part_values[batch];
  };
  const auto gdy_store = [=] __device__(int64_t at, Compute total_3) {
    gdy[at] = static_cast<T>(total_3);
  };
  launch.fold_each(gdy.numel(), gdy_fibre.size(), opgen::Sum<Compute>(), gdy_term, gdy_store);
  const opgen::Workspace<Compute> sum_c_3_values(ctx, size_batch);
  const auto sum_c_3_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return dy_value;
  };
  const auto sum_c_3_store = [=] __device__(int64_t batch, Compute total_4) {
    sum_c_3_values[batch] = total_4;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_3_term, sum_c_3_store);
  const auto gx_term = [=] __device__(int64_t at, int64_t other_2) -> Compute {
    const int64_t gx_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gx_fibre.at(gx_i, other_2);
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute d = x_value - max_c_values[batch];
    const Compute exp_value = std::exp(d);
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute part = sum_c_3_values[batch] * (part_values[batch] - ddx_value) * exp_value;
    return part / sum_c_values[batch];
  };
  const auto gx_store = [=] __device__(int64_t at, Compute total_5) {
    gx[at] = static_cast<T>(total_5);
  };
  launch.fold_each(gx.numel(), gx_fibre.size(), opgen::Sum<Compute>(), gx_term, gx_store);
  return launch.status();
}

ZOO_LOG_SOFTMAX_GRAD_GRAD_CUDA_INSTANTIATE;
