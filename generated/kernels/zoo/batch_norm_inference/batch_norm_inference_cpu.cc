// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference/batch_norm_inference_cpu.h"

#include "opgen_math.h"

// Normalization of each channel by running statistics
template <typename T>
opgen_status zoo_kernels::batch_norm_inference(opgen_ctx* ctx, opgen::View<const T> x,
                                               opgen::View<const T> weight,
                                               opgen::View<const T> bias,
                                               opgen::View<const T> running_mean,
                                               opgen::View<const T> running_var, opgen::View<T> y,
                                               double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = y.shape[0];
  const int64_t size_c = y.shape[1];
  const int64_t size_h = y.shape[2];
  const int64_t size_w = y.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  for (int64_t c = 0; c < size_c; ++c) {
    const Compute running_var_i = running_var[c];
    const Compute rsqrt_value = opgen::rsqrt(running_var_i + eps_value);
    const Compute running_mean_i = running_mean[c];
    const Compute weight_i = weight[c];
    const Compute bias_i = bias[c];
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute part = (x_i - running_mean_i) * rsqrt_value * weight_i;
          y[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part + bias_i);
        }
      }
    }
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_INFERENCE_CPU_INSTANTIATE;
