// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/rms_norm_grad/rms_norm_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of rms_norm
template <typename T>
opgen_status zoo_kernels::rms_norm_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                        opgen::View<const T> x, opgen::View<const T> weight,
                                        opgen::View<T> dx, opgen::View<T> dweight, double eps) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Scratch<Compute> rsqrt_value_values(size_batch);
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
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute x_i = x[x_at[batch] * size_c + c];
      sum_c += dy_i * (weight ? weight_i : Compute(1)) * x_i;
    }
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute x_i = x[x_at[batch] * size_c + c];
      const Compute part = dy_i * (weight ? weight_i : Compute(1));
      const Compute part_2 = rsqrt_value * rsqrt_value * sum_c * x_i;
      const Compute part_3 = part - part_2 / static_cast<Compute>(size_c);
      dx[batch * size_c + c] = static_cast<T>(rsqrt_value * part_3);
    }
  }
  opgen::Scratch<Compute> dweight_row(size_c);
  dweight_row.fill(0);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute x_i = x[x_at[batch] * size_c + c];
      dweight_row[c] += dy_i * x_i * rsqrt_value_values[batch];
    }
  }
  for (int64_t c = 0; c < size_c; ++c) {
    dweight[c] = static_cast<T>(dweight_row[c]);
  }
  return OPGEN_OK;
}

ZOO_RMS_NORM_GRAD_CPU_INSTANTIATE;
