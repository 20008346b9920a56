// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm_grad_grad/layer_norm_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of layer_norm_grad
template <typename T>
opgen_status zoo_kernels::layer_norm_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<const T> ddweight,
                                               opgen::View<const T> ddbias, opgen::View<const T> dy,
                                               opgen::View<const T> x, opgen::View<const T> weight,
                                               opgen::View<T> gdy, opgen::View<T> gx,
                                               opgen::View<T> gweight, double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex gdy_at(gdy, batch_shape, 0, 1);
  const opgen::BatchIndex gx_at(gx, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Scratch<Compute> mean_c_values(size_batch);
  opgen::Scratch<Compute> rsqrt_value_values(size_batch);
  opgen::Scratch<Compute> invariant_values(size_batch);
  opgen::Scratch<Compute> sum_c_values(size_batch);
  opgen::Scratch<Compute> d_centered_2_values(size_batch * size_c);
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
    Compute sum_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      sum_c_2 += ddx_i;
    }
    const Compute invariant = sum_c_2 / static_cast<Compute>(size_c);
    invariant_values[batch] = invariant;
    Compute sum_c = 0;
    Compute sum_c_3 = 0;
    Compute sum_c_4 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute ddweight_i = ddweight[c];
      const Compute centered = x_i - mean_c_values[batch];
      const Compute d_d_centered = ddx_i - invariant;
      sum_c += d_d_centered * centered;
      sum_c_3 += dy_i * (weight ? weight_i : Compute(1)) * centered;
      sum_c_4 += ddweight_i * dy_i * centered;
    }
    sum_c_values[batch] = sum_c;
    Compute sum_c_5 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute centered = x_i - mean_c_values[batch];
      const Compute d_d_centered = ddx_i - invariant;
      const Compute part_2 = rsqrt_value * rsqrt_value * sum_c_3 * centered;
      const Compute part_3 = dy_i * (weight ? weight_i : Compute(1));
      sum_c_5 += d_d_centered * (part_3 - part_2 / static_cast<Compute>(size_c));
    }
    const Compute part_4 = 2 * (rsqrt_value * rsqrt_value) * sum_c_3 * sum_c_values[batch];
    const Compute part_5 = sum_c_4 + sum_c_5 - part_4 / static_cast<Compute>(size_c);
    const Compute invariant_2 = part_5 * (rsqrt_value * rsqrt_value);
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute ddweight_i = ddweight[c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute centered = x_i - mean_c_values[batch];
      const Compute d_d_centered = ddx_i - invariant;
      const Compute part_6 = invariant_2 * centered / static_cast<Compute>(size_c);
      const Compute part_7 = d_d_centered * (rsqrt_value * rsqrt_value) * sum_c_3;
      const Compute part_8 = rsqrt_value * rsqrt_value * sum_c_values[batch];
      const Compute part_9 = part_8 * (weight ? weight_i : Compute(1));
      const Compute part_10 = dy_i * (ddweight_i - part_9 / static_cast<Compute>(size_c));
      const Compute part_11 = part_10 - part_7 / static_cast<Compute>(size_c) - part_6;
      const Compute d_centered_2 = rsqrt_value * part_11;
      d_centered_2_values[batch * size_c + c] = d_centered_2;
    }
  }
  opgen::Scratch<Compute> gdy_sum(gdy.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute ddbias_i = ddbias[c];
      const Compute ddweight_i = ddweight[c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute centered = x_i - mean_c_values[batch];
      const Compute d_d_centered = ddx_i - invariant_values[batch];
      const Compute part = opgen::cube(rsqrt_value_values[batch]) * sum_c_values[batch] * centered;
      const Compute part_12 = ddbias_i + ddweight_i * rsqrt_value_values[batch] * centered;
      const Compute part_13 = d_d_centered * rsqrt_value_values[batch];
      const Compute part_14 = part_12 + part_13 * (weight ? weight_i : Compute(1));
      const Compute part_15 = part * (weight ? weight_i : Compute(1));
      gdy_sum[gdy_at[batch] * size_c + c] += part_14 - part_15 / static_cast<Compute>(size_c);
    }
  }
  for (int64_t at = 0; at < gdy.numel(); ++at) {
    gdy[at] = static_cast<T>(gdy_sum[at]);
  }
  opgen::Scratch<Compute> invariant_3_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c_6 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      sum_c_6 += d_centered_2_values[batch * size_c + c];
    }
    const Compute invariant_3 = sum_c_6 / static_cast<Compute>(size_c);
    invariant_3_values[batch] = invariant_3;
  }
  opgen::Scratch<Compute> gx_sum(gx.numel());
  opgen::Scratch<Compute> sum_all_values(size_c);
  opgen::Scratch<Compute> sum_all_2_values(size_c);
  sum_all_values.fill(0);
  sum_all_2_values.fill(0);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute part_16 = d_centered_2_values[batch * size_c + c];
      gx_sum[gx_at[batch] * size_c + c] += part_16 - invariant_3_values[batch];
      const Compute d_d_centered = ddx_i - invariant_values[batch];
      sum_all_values[c] += d_d_centered * rsqrt_value_values[batch] * dy_i;
      const Compute centered = x_i - mean_c_values[batch];
      const Compute part = opgen::cube(rsqrt_value_values[batch]) * sum_c_values[batch] * centered;
      sum_all_2_values[c] += part * dy_i;
    }
  }
  for (int64_t at_2 = 0; at_2 < gx.numel(); ++at_2) {
    gx[at_2] = static_cast<T>(gx_sum[at_2]);
  }
  for (int64_t c = 0; c < size_c; ++c) {
    const Compute part_17 = sum_all_2_values[c] / static_cast<Compute>(size_c);
    gweight[c] = static_cast<T>(sum_all_values[c] - part_17);
  }
  return OPGEN_OK;
}

ZOO_LAYER_NORM_GRAD_GRAD_CPU_INSTANTIATE;
