// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/rms_norm_grad_grad/rms_norm_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of rms_norm_grad
template <typename T>
opgen_status zoo_kernels::rms_norm_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                             opgen::View<const T> ddweight, opgen::View<const T> dy,
                                             opgen::View<const T> x, opgen::View<const T> weight,
                                             opgen::View<T> gdy, opgen::View<T> gx,
                                             opgen::View<T> gweight, double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(ddx, 0, 1).with(dy, 0, 1).with(x, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex ddx_at(ddx, batch_shape, 0, 1);
  const opgen::BatchIndex gdy_at(gdy, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex gx_at(gx, batch_shape, 0, 1);
  const int64_t size_batch = batch_shape.numel();
  const int64_t size_c = gdy.shape[gdy.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Scratch<Compute> rsqrt_value_values(size_batch);
  opgen::Scratch<Compute> sum_c_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute mean_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[x_at[batch] * size_c + c];
      mean_c += x_i * x_i;
    }
    mean_c /= static_cast<Compute>(size_c);
    const Compute rsqrt_value = opgen::rsqrt(mean_c + eps_value);
    rsqrt_value_values[batch] = rsqrt_value;
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute x_i = x[x_at[batch] * size_c + c];
      sum_c += ddx_i * x_i;
    }
    sum_c_values[batch] = sum_c;
  }
  opgen::Scratch<Compute> gdy_sum(gdy.numel());
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddweight_i = ddweight[c];
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute part = opgen::square(rsqrt_value_values[batch]) * sum_c_values[batch];
      const Compute part_2 = ddweight_i * x_i + ddx_i * (weight ? weight_i : Compute(1));
      const Compute part_3 = part * x_i * (weight ? weight_i : Compute(1));
      const Compute part_4 = part_2 - part_3 / static_cast<Compute>(size_c);
      gdy_sum[gdy_at[batch] * size_c + c] += rsqrt_value_values[batch] * part_4;
    }
  }
  for (int64_t at = 0; at < gdy.numel(); ++at) {
    gdy[at] = static_cast<T>(gdy_sum[at]);
  }
  opgen::Scratch<Compute> sum_c_2_values(size_batch);
  opgen::Scratch<Compute> invariant_values(size_batch);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c_2 = 0;
    Compute sum_c_3 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute ddweight_i = ddweight[c];
      sum_c_2 += dy_i * (weight ? weight_i : Compute(1)) * x_i;
      sum_c_3 += ddweight_i * dy_i * x_i;
    }
    sum_c_2_values[batch] = sum_c_2;
    Compute sum_c_4 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute part_5 = opgen::square(rsqrt_value_values[batch]) * sum_c_2_values[batch];
      const Compute part_6 = part_5 * x_i / static_cast<Compute>(size_c);
      sum_c_4 += ddx_i * (dy_i * (weight ? weight_i : Compute(1)) - part_6);
    }
    const Compute part_7 = 2 * opgen::square(rsqrt_value_values[batch]) * sum_c_2_values[batch];
    const Compute part_8 = part_7 * sum_c_values[batch] / static_cast<Compute>(size_c);
    const Compute part_9 = opgen::square(rsqrt_value_values[batch]);
    const Compute invariant = (sum_c_3 + sum_c_4 - part_8) * part_9;
    invariant_values[batch] = invariant;
  }
  opgen::Scratch<Compute> gx_sum(gx.numel());
  opgen::Scratch<Compute> sum_all_values(size_c);
  opgen::Scratch<Compute> sum_all_2_values(size_c);
  sum_all_values.fill(0);
  sum_all_2_values.fill(0);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute ddweight_i = ddweight[c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute ddx_i = ddx[ddx_at[batch] * size_c + c];
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute part = opgen::square(rsqrt_value_values[batch]) * sum_c_values[batch];
      const Compute part_10 = invariant_values[batch] * x_i / static_cast<Compute>(size_c);
      const Compute part_11 = ddx_i * opgen::square(rsqrt_value_values[batch]);
      const Compute part_12 = part_11 * sum_c_2_values[batch] / static_cast<Compute>(size_c);
      const Compute part_13 = part * (weight ? weight_i : Compute(1));
      const Compute part_14 = dy_i * (ddweight_i - part_13 / static_cast<Compute>(size_c));
      const Compute part_15 = part_14 - part_12 - part_10;
      gx_sum[gx_at[batch] * size_c + c] += rsqrt_value_values[batch] * part_15;
      sum_all_values[c] += ddx_i * rsqrt_value_values[batch] * dy_i;
      const Compute part_16 = opgen::cube(rsqrt_value_values[batch]) * sum_c_values[batch] * x_i;
      sum_all_2_values[c] += part_16 * dy_i;
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

ZOO_RMS_NORM_GRAD_GRAD_CPU_INSTANTIATE;
