// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm_grad/bmm_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of bmm
template <typename T>
opgen_status zoo_kernels::bmm_grad(opgen_ctx* ctx, opgen::View<const T> dz, opgen::View<const T> x,
                                   opgen::View<const T> y, opgen::View<T> dx, opgen::View<T> dy) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = dx.shape[0];
  const int64_t size_m = dx.shape[1];
  const int64_t size_n = dy.shape[2];
  const int64_t size_k = dx.shape[2];
  opgen::Scratch<Compute> dy_row(size_n);
  for (int64_t p = 0; p < size_p; ++p) {
    for (int64_t k = 0; k < size_k; ++k) {
      dy_row.fill(0);
      for (int64_t m = 0; m < size_m; ++m) {
        const Compute x_i = x[(p * size_m + m) * size_k + k];
        Compute dx_sum = 0;
        for (int64_t n = 0; n < size_n; ++n) {
          const Compute dz_i = dz[(p * size_m + m) * size_n + n];
          const Compute y_i = y[(p * size_k + k) * size_n + n];
          dx_sum += dz_i * y_i;
          dy_row[n] += dz_i * x_i;
        }
        dx[(p * size_m + m) * size_k + k] = static_cast<T>(dx_sum);
      }
      for (int64_t n = 0; n < size_n; ++n) {
        dy[(p * size_k + k) * size_n + n] = static_cast<T>(dy_row[n]);
      }
    }
  }
  return OPGEN_OK;
}

ZOO_BMM_GRAD_CPU_INSTANTIATE;
