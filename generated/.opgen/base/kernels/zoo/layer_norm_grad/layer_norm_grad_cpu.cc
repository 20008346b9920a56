// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm_grad/layer_norm_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of layer_norm
template <typename T>
opgen_status zoo_kernels::layer_norm_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<const T> weight,
                                          opgen::View<T> dx, opgen::View<T> dweight,
                                          opgen::View<T> dbias, double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Scratch<Compute> mean_c_values(size_batch);
  opgen::Scratch<Compute> rsqrt_value_values(size_batch);
  opgen::Scratch<Compute> d_centered_values(size_c);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute mean_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      mean_c += x_i;
    }
    mean_c /= static_cast<Compute>(size_c);
    mean_c_values[batch] = mean_c;
    Compute mean_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute centered = x_i - mean_c_values[batch];
      mean_c_2 += centered * centered;
    }
    mean_c_2 /= static_cast<Compute>(size_c);
    const Compute rsqrt_value = opgen::rsqrt(mean_c_2 + eps_value);
    rsqrt_value_values[batch] = rsqrt_value;
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute centered = x_i - mean_c_values[batch];
      sum_c += dy_i * (weight ? weight_i : Compute(1)) * centered;
    }
    Compute sum_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute centered = x_i - mean_c_values[batch];
      const Compute part = rsqrt_value * rsqrt_value * sum_c * centered;
      const Compute part_2 = dy_i * (weight ? weight_i : Compute(1));
      const Compute d_centered = rsqrt_value * (part_2 - part / static_cast<Compute>(size_c));
      d_centered_values[c] = d_centered;
      sum_c_2 += d_centered;
    }
    const Compute invariant = sum_c_2 / static_cast<Compute>(size_c);
    for (int64_t c = 0; c < size_c; ++c) {
      dx[batch * size_c + c] = static_cast<T>(d_centered_values[c] - invariant);
    }
  }
  opgen::Scratch<Compute> dweight_row(size_c);
  opgen::Scratch<Compute> dbias_row(size_c);
  dweight_row.fill(0);
  dbias_row.fill(0);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute centered = x_i - mean_c_values[batch];
      dweight_row[c] += dy_i * centered * rsqrt_value_values[batch];
      dbias_row[c] += dy_i;
    }
  }
  for (int64_t c = 0; c < size_c; ++c) {
    dweight[c] = static_cast<T>(dweight_row[c]);
  }
  for (int64_t c = 0; c < size_c; ++c) {
    dbias[c] = static_cast<T>(dbias_row[c]);
  }
  return OPGEN_OK;
}

ZOO_LAYER_NORM_GRAD_CPU_INSTANTIATE;
