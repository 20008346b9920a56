// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm_grad_grad/bmm_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of bmm_grad
template <typename T>
opgen_status zoo_kernels::cuda::bmm_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<const T> ddy, opgen::View<const T> dz,
                                              opgen::View<const T> x, opgen::View<const T> y,
                                              opgen::View<T> gdz, opgen::View<T> gx,
                                              opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = gdz.shape[0];
  const int64_t size_m = gdz.shape[1];
  const int64_t size_k = gx.shape[2];
  const int64_t size_n = gdz.shape[2];
  opgen::Launch launch(ctx, "bmm_grad_grad");
  const opgen::Workspace<Compute> sum_k_values(ctx, size_p * size_m * size_n);
  const auto sum_k_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t p = at / (size_m * size_n);
    const int64_t m = at / size_n % size_m;
    const int64_t n = at % size_n;
    const Compute ddy_value = ddy[(p * size_k + k) * size_n + n];
    const Compute x_value = x[(p * size_m + m) * size_k + k];
    return ddy_value * x_value;
  };
  const auto sum_k_store = [=] __device__(int64_t at, Compute total) { sum_k_values[at] = total; };
  launch.fold_each(size_p * size_m * size_n, size_k, opgen::Sum<Compute>(), sum_k_term,
                   sum_k_store);
  const opgen::Workspace<Compute> sum_k_2_values(ctx, size_p * size_m * size_n);
  const auto sum_k_2_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t p = at / (size_m * size_n);
    const int64_t m = at / size_n % size_m;
    const int64_t n = at % size_n;
    const Compute ddx_value = ddx[(p * size_m + m) * size_k + k];
    const Compute y_value = y[(p * size_k + k) * size_n + n];
    return ddx_value * y_value;
  };
  const auto sum_k_2_store = [=] __device__(int64_t at, Compute total_2) {
    sum_k_2_values[at] = total_2;
  };
  launch.fold_each(size_p * size_m * size_n, size_k, opgen::Sum<Compute>(), sum_k_2_term,
                   sum_k_2_store);
  launch.for_each(size_p * size_m * size_n, [=] __device__(int64_t at) {
    const int64_t p = at / (size_m * size_n);
    const int64_t m = at / size_n % size_m;
    const int64_t n = at % size_n;
    const Compute part = sum_k_2_values[(p * size_m + m) * size_n + n];
    gdz[at] = static_cast<T>(sum_k_values[(p * size_m + m) * size_n + n] + part);
  });
  const auto gx_term = [=] __device__(int64_t at, int64_t n) -> Compute {
    const int64_t p = at / (size_m * size_k);
    const int64_t m = at / size_k % size_m;
    const int64_t k = at % size_k;
    const Compute ddy_value = ddy[(p * size_k + k) * size_n + n];
    const Compute dz_value = dz[(p * size_m + m) * size_n + n];
    return ddy_value * dz_value;
  };
  const auto gx_store = [=] __device__(int64_t at, Compute total_3) {
    gx[at] = static_cast<T>(total_3);
  };
  launch.fold_each(size_p * size_m * size_k, size_n, opgen::Sum<Compute>(), gx_term, gx_store);
  const auto gy_term = [=] __device__(int64_t at, int64_t m) -> Compute {
    const int64_t p = at / (size_k * size_n);
    const int64_t k = at / size_n % size_k;
    const int64_t n = at % size_n;
    const Compute ddx_value = ddx[(p * size_m + m) * size_k + k];
    const Compute dz_value = dz[(p * size_m + m) * size_n + n];
    return ddx_value * dz_value;
  };
  const auto gy_store = [=] __device__(int64_t at, Compute total_4) {
    gy[at] = static_cast<T>(total_4);
  };
  launch.fold_each(size_p * size_k * size_n, size_m, opgen::Sum<Compute>(), gy_term, gy_store);
  return launch.status();
}

ZOO_BMM_GRAD_GRAD_CUDA_INSTANTIATE;
