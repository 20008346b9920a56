// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/rms_norm/rms_norm_cpu.h"

#include "opgen_math.h"

// x divided by the root of its mean square along the last axis, then scaled
template <typename T>
opgen_status zoo_kernels::rms_norm(opgen_ctx* ctx, opgen::View<const T> x,
                                   opgen::View<const T> weight, opgen::View<T> y, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_c = y.shape[y.ndim - 1];
  const Compute eps_value = static_cast<Compute>(eps);
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute mean_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      mean_c += x_i * x_i;
    }
    mean_c /= static_cast<Compute>(size_c);
    const Compute rsqrt_value = opgen::rsqrt(mean_c + eps_value);
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      const Compute weight_i = weight ? static_cast<Compute>(weight[c]) : Compute(0);
      y[batch * size_c + c] = static_cast<T>(x_i * rsqrt_value * (weight ? weight_i : Compute(1)));
    }
  }
  return OPGEN_OK;
}

ZOO_RMS_NORM_CPU_INSTANTIATE;
