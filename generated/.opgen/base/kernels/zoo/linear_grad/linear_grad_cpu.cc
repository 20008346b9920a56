// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear_grad/linear_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of linear
template <typename T>
opgen_status zoo_kernels::linear_grad(opgen_ctx* ctx, opgen::View<const T> dy,
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
  opgen::Scratch<Compute> dx_row(size_k);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    dx_row.fill(0);
    for (int64_t n = 0; n < size_n; ++n) {
      const Compute dy_i = dy[dy_at[batch] * size_n + n];
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute weight_i = weight[n * size_k + k];
        dx_row[k] += dy_i * weight_i;
      }
    }
    for (int64_t k = 0; k < size_k; ++k) {
      dx[batch * size_k + k] = static_cast<T>(dx_row[k]);
    }
  }
  opgen::Scratch<Compute> dweight_row(size_k);
  for (int64_t n = 0; n < size_n; ++n) {
    dweight_row.fill(0);
    for (int64_t batch = 0; batch < size_batch; ++batch) {
      const Compute dy_i = dy[dy_at[batch] * size_n + n];
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute x_i = x[x_at[batch] * size_k + k];
        dweight_row[k] += dy_i * x_i;
      }
    }
    for (int64_t k = 0; k < size_k; ++k) {
      dweight[n * size_k + k] = static_cast<T>(dweight_row[k]);
    }
  }
  opgen::Scratch<Compute> dbias_row(size_n);
  dbias_row.fill(0);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t n = 0; n < size_n; ++n) {
      const Compute dy_i = dy[dy_at[batch] * size_n + n];
      dbias_row[n] += dy_i;
    }
  }
  for (int64_t n = 0; n < size_n; ++n) {
    dbias[n] = static_cast<T>(dbias_row[n]);
  }
  return OPGEN_OK;
}

ZOO_LINEAR_GRAD_CPU_INSTANTIATE;
