// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/layer_norm/layer_norm_cpu.h"

#include "opgen_math.h"

// x along the last axis with mean 0 and variance 1, then scaled and shifted
template <typename T>
opgen_status zoo_kernels::layer_norm(opgen_ctx* ctx, opgen::View<const T> x,
                                     opgen::View<const T> weight, opgen::View<const T> bias,
                                     opgen::View<T> y, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_c = y.shape[y.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute mean_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      mean_c += x_i;
    }
    mean_c /= static_cast<Compute>(size_c);
    Compute mean_c_2 = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      const Compute centered = x_i - mean_c;
      mean_c_2 += centered * centered;
    }
    mean_c_2 /= static_cast<Compute>(size_c);
    const Compute rsqrt_value = opgen::rsqrt(mean_c_2 + eps_value);
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      const Compute bias_i = bias ? static_cast<Compute>(bias[c]) : Compute(0);
      const Compute centered = x_i - mean_c;
      const Compute scaled = centered * rsqrt_value;
      const Compute part = scaled * (weight ? weight_i : Compute(1));
      y[batch * size_c + c] = static_cast<T>(part + (bias ? bias_i : Compute(0)));
    }
  }
  return OPGEN_OK;
}

ZOO_LAYER_NORM_CPU_INSTANTIATE;
