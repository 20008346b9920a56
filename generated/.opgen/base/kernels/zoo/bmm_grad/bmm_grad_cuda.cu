// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm_grad/bmm_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of bmm
template <typename T>
opgen_status zoo_kernels::cuda::bmm_grad(opgen_ctx* ctx, opgen::View<const T> dz,
                                         opgen::View<const T> x, opgen::View<const T> y,
                                         opgen::View<T> dx, opgen::View<T> dy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = dx.shape[0];
  const int64_t size_m = dx.shape[1];
  const int64_t size_n = dy.shape[2];
  const int64_t size_k = dx.shape[2];
  opgen::Launch launch(ctx, "bmm_grad");
  const auto dx_term = [=] __device__(int64_t at, int64_t n) -> Compute {
    const int64_t p = at / (size_m * size_k);
    const int64_t m = at / size_k % size_m;
    const int64_t k = at % size_k;
    const Compute dz_value = dz[(p * size_m + m) * size_n + n];
    const Compute y_value = y[(p * size_k + k) * size_n + n];
    return dz_value * y_value;
  };
  const auto dx_store = [=] __device__(int64_t at, Compute total) {
    dx[at] = static_cast<T>(total);
  };
  launch.fold_each(size_p * size_m * size_k, size_n, opgen::Sum<Compute>(), dx_term, dx_store);
  const auto dy_term = [=] __device__(int64_t at, int64_t m) -> Compute {
    const int64_t p = at / (size_k * size_n);
    const int64_t k = at / size_n % size_k;
    const int64_t n = at % size_n;
    const Compute dz_value = dz[(p * size_m + m) * size_n + n];
    const Compute x_value = x[(p * size_m + m) * size_k + k];
    return dz_value * x_value;
  };
  const auto dy_store = [=] __device__(int64_t at, Compute total_2) {
    dy[at] = static_cast<T>(total_2);
  };
  launch.fold_each(size_p * size_k * size_n, size_m, opgen::Sum<Compute>(), dy_term, dy_store);
  return launch.status();
}

ZOO_BMM_GRAD_CUDA_INSTANTIATE;
