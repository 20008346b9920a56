// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm/bmm_cpu.h"

#include "opgen_loops.h"

// Products of matrices, one for each index of the first axis
template <typename T>
opgen_status zoo_kernels::bmm(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> y,
                              opgen::View<T> z) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = z.shape[0];
  const int64_t size_m = z.shape[1];
  const int64_t size_k = x.shape[2];
  const int64_t size_n = z.shape[2];
  opgen::Scratch<Compute> z_row(size_n);
  for (int64_t p = 0; p < size_p; ++p) {
    for (int64_t m = 0; m < size_m; ++m) {
      z_row.fill(0);
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute x_i = x[(p * size_m + m) * size_k + k];
        for (int64_t n = 0; n < size_n; ++n) {
          const Compute y_i = y[(p * size_k + k) * size_n + n];
          z_row[n] += x_i * y_i;
        }
      }
      for (int64_t n = 0; n < size_n; ++n) {
        z[(p * size_m + m) * size_n + n] = static_cast<T>(z_row[n]);
      }
    }
  }
  return OPGEN_OK;
}

ZOO_BMM_CPU_INSTANTIATE;
