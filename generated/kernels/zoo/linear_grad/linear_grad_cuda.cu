// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear_grad/linear_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of linear
template <typename T>
opgen_status zoo_kernels::cuda::linear_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const T> x, opgen::View<const T> weight,
                                            opgen::View<T> dx, opgen::View<T> dweight,
                                            opgen::View<T> dbias) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_n = dweight.shape[0];
  const int64_t size_k = dx.shape[dx.ndim - 1];
  opgen::Launch launch(ctx, "linear_grad");
  const auto dx_term = [=] __device__(int64_t at, int64_t n) -> Compute {
    const int64_t batch = at / size_k;
    const int64_t k = at % size_k;
    const Compute dy_value = dy[dy_at[batch] * size_n + n];
    const Compute weight_value = weight[n * size_k + k];
    return dy_value * weight_value;
  };
  const auto dx_store = [=] __device__(int64_t at, Compute total) {
    dx[at] = static_cast<T>(total);
  };
  launch.fold_each(size_batch * size_k, size_n, opgen::Sum<Compute>(), dx_term, dx_store);
  const auto dweight_term = [=] __device__(int64_t at, int64_t batch) -> Compute {
    const int64_t n = at / size_k;
    const int64_t k = at % size_k;
    const Compute dy_value = dy[dy_at[batch] * size_n + n];
    const Compute x_value = x[x_at[batch] * size_k + k];
    return dy_value * x_value;
  };
  const auto dweight_store = [=] __device__(int64_t at, Compute total_2) {
    dweight[at] = static_cast<T>(total_2);
  };
  launch.fold_each(size_n * size_k, size_batch, opgen::Sum<Compute>(), dweight_term, dweight_store);
  const auto dbias_term = [=] __device__(int64_t n, int64_t batch) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_n + n];
    return dy_value;
  };
  const auto dbias_store = [=] __device__(int64_t n, Compute total_3) {
    dbias[n] = static_cast<T>(total_3);
  };
  launch.reduce_each(size_n, size_batch, opgen::Sum<Compute>(), dbias_term, dbias_store);
  return launch.status();
}

ZOO_LINEAR_GRAD_CUDA_INSTANTIATE;
