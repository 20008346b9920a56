// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm_grad_grad/bmm_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of bmm_grad
template <typename T>
opgen_status zoo_kernels::bmm_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<const T> ddy, opgen::View<const T> dz,
                                        opgen::View<const T> x, opgen::View<const T> y,
                                        opgen::View<T> gdz, opgen::View<T> gx, opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = gdz.shape[0];
  const int64_t size_m = gdz.shape[1];
  const int64_t size_k = gx.shape[2];
  const int64_t size_n = gdz.shape[2];
  opgen::Scratch<Compute> sum_k_values(size_m * size_n);
  opgen::Scratch<Compute> sum_k_2_values(size_m * size_n);
  opgen::Scratch<Compute> gy_row(size_n);
  for (int64_t p = 0; p < size_p; ++p) {
    for (int64_t m = 0; m < size_m; ++m) {
      for (int64_t n = 0; n < size_n; ++n) {
        Compute sum_k = 0;
        Compute sum_k_2 = 0;
        for (int64_t k = 0; k < size_k; ++k) {
          const Compute ddy_i = ddy[(p * size_k + k) * size_n + n];
          const Compute x_i = x[(p * size_m + m) * size_k + k];
          const Compute ddx_i = ddx[(p * size_m + m) * size_k + k];
          const Compute y_i = y[(p * size_k + k) * size_n + n];
          sum_k += ddy_i * x_i;
          sum_k_2 += ddx_i * y_i;
        }
        sum_k_values[m * size_n + n] = sum_k;
        sum_k_2_values[m * size_n + n] = sum_k_2;
      }
    }
    for (int64_t m = 0; m < size_m; ++m) {
      for (int64_t n = 0; n < size_n; ++n) {
        const Compute part = sum_k_2_values[m * size_n + n];
        gdz[(p * size_m + m) * size_n + n] = static_cast<T>(sum_k_values[m * size_n + n] + part);
      }
    }
    for (int64_t m = 0; m < size_m; ++m) {
      for (int64_t k = 0; k < size_k; ++k) {
        Compute gx_sum = 0;
        for (int64_t n = 0; n < size_n; ++n) {
          const Compute ddy_i = ddy[(p * size_k + k) * size_n + n];
          const Compute dz_i = dz[(p * size_m + m) * size_n + n];
          gx_sum += ddy_i * dz_i;
        }
        gx[(p * size_m + m) * size_k + k] = static_cast<T>(gx_sum);
      }
    }
    for (int64_t k = 0; k < size_k; ++k) {
      gy_row.fill(0);
      for (int64_t m = 0; m < size_m; ++m) {
        const Compute ddx_i = ddx[(p * size_m + m) * size_k + k];
        for (int64_t n = 0; n < size_n; ++n) {
          const Compute dz_i = dz[(p * size_m + m) * size_n + n];
          gy_row[n] += ddx_i * dz_i;
        }
      }
      for (int64_t n = 0; n < size_n; ++n) {
        gy[(p * size_k + k) * size_n + n] = static_cast<T>(gy_row[n]);
      }
    }
  }
  return OPGEN_OK;
}

ZOO_BMM_GRAD_GRAD_CPU_INSTANTIATE;
