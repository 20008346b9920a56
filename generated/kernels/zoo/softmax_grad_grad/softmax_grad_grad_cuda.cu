// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/softmax_grad_grad/softmax_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of softmax_grad
template <typename T>
opgen_status zoo_kernels::cuda::softmax_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                  opgen::View<const T> dy, opgen::View<const T> y,
                                                  opgen::View<T> gdy, opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(y, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex y_at(y, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  const opgen::BatchFibre gdy_fibre(gdy, batch_shape, 0, 1);
  const opgen::BatchFibre gy_fibre(gy, batch_shape, 0, 1);
  opgen::Launch launch(ctx, "softmax_grad_grad");
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute y_value = y[y_at[batch] * size_c + c];
    return ddx_value * y_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  const auto gdy_term = [=] __device__(int64_t at, int64_t other) -> Compute {
    const int64_t gdy_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gdy_fibre.at(gdy_i, other);
    const Compute y_value = y[y_at[batch] * size_c + c];
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    return y_value * (ddx_value - sum_c_values[batch]);
  };
  const auto gdy_store = [=] __device__(int64_t at, Compute total_2) {
    gdy[at] = static_cast<T>(total_2);
  };
  launch.fold_each(gdy.numel(), gdy_fibre.size(), opgen::Sum<Compute>(), gdy_term, gdy_store);
  const opgen::Workspace<Compute> sum_c_2_values(ctx, size_batch);
  const auto sum_c_2_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute y_value = y[y_at[batch] * size_c + c];
    return dy_value * y_value;
  };
  const auto sum_c_2_store = [=] __device__(int64_t batch, Compute total_3) {
    sum_c_2_values[batch] = total_3;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_2_term, sum_c_2_store);
  const auto gy_term = [=] __device__(int64_t at, int64_t other_2) -> Compute {
    const int64_t gy_i = at / size_c;
    const int64_t c = at % size_c;
    const int64_t batch = gy_fibre.at(gy_i, other_2);
    const Compute ddx_value = ddx[ddx_at[batch] * size_c + c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    return ddx_value * (dy_value - sum_c_2_values[batch]) - sum_c_values[batch] * dy_value;
  };
  const auto gy_store = [=] __device__(int64_t at, Compute total_4) {
    gy[at] = static_cast<T>(total_4);
  };
  launch.fold_each(gy.numel(), gy_fibre.size(), opgen::Sum<Compute>(), gy_term, gy_store);
  return launch.status();
}

ZOO_SOFTMAX_GRAD_GRAD_CUDA_INSTANTIATE;
