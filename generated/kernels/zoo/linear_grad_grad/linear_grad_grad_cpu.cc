// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear_grad_grad/linear_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of linear_grad
template <typename T>
opgen_status zoo_kernels::linear_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                           opgen::View<const T> ddweight,
                                           opgen::View<const T> ddbias, opgen::View<const T> dy,
                                           opgen::View<const T> x, opgen::View<const T> weight,
                                           opgen::View<T> gdy, opgen::View<T> gx,
                                           opgen::View<T> gweight) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex gdy_at(gdy, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex gx_at(gx, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_k = gx.shape[gx.ndim - 1];
  const int64_t size_n = gdy.shape[gdy.ndim - 1];
  opgen::Scratch<Compute> sum_k_values(size_batch * size_n);
  opgen::Scratch<Compute> sum_k_2_values(size_batch * size_n);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t n = 0; n < size_n; ++n) {
      Compute sum_k = 0;
      Compute sum_k_2 = 0;
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute ddweight_i = ddweight[n * size_k + k];
        const Compute x_i = x[x_at[batch] * size_k + k];
        const Compute ddx_i = ddx[ddx_at[batch] * size_k + k];
        const Compute weight_i = weight[n * size_k + k];
        sum_k += ddweight_i * x_i;
        sum_k_2 += ddx_i * weight_i;
      }
      sum_k_values[batch * size_n + n] = sum_k;
      sum_k_2_values[batch * size_n + n] = sum_k_2;
    }
  }
  opgen::Scratch<Compute> gdy_sum(gdy.numel());
  opgen::Scratch<Compute> gx_sum(gx.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t n = 0; n < size_n; ++n) {
      const Compute ddbias_i = ddbias[n];
      const Compute part = ddbias_i + sum_k_values[batch * size_n + n];
      gdy_sum[gdy_at[batch] * size_n + n] += part + sum_k_2_values[batch * size_n + n];
    }
  }
  for (int64_t at = 0; at < gdy.numel(); ++at) {
    gdy[at] = static_cast<T>(gdy_sum[at]);
  }
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t n = 0; n < size_n; ++n) {
      const Compute dy_i = dy[dy_at[batch] * size_n + n];
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute ddweight_i = ddweight[n * size_k + k];
        gx_sum[gx_at[batch] * size_k + k] += ddweight_i * dy_i;
      }
    }
  }
  for (int64_t at_2 = 0; at_2 < gx.numel(); ++at_2) {
    gx[at_2] = static_cast<T>(gx_sum[at_2]);
  }
  opgen::Scratch<Compute> gweight_row(size_k);
  for (int64_t n = 0; n < size_n; ++n) {
    gweight_row.fill(0);
    for (int64_t batch = 0; batch < size_batch; ++batch) {
      const Compute dy_i = dy[dy_at[batch] * size_n + n];
      for (int64_t k = 0; k < size_k; ++k) {
        const Compute ddx_i = ddx[ddx_at[batch] * size_k + k];
        gweight_row[k] += ddx_i * dy_i;
      }
    }
    for (int64_t k = 0; k < size_k; ++k) {
      gweight[n * size_k + k] = static_cast<T>(gweight_row[k]);
    }
  }
  return OPGEN_OK;
}

ZOO_LINEAR_GRAD_GRAD_CPU_INSTANTIATE;
