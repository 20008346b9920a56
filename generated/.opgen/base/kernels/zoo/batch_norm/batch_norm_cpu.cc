// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm/batch_norm_cpu.h"

#include "opgen_math.h"

// Normalization of each channel by this batch, which running statistics follow
template <typename T>
opgen_status zoo_kernels::batch_norm(opgen_ctx* ctx, opgen::View<const T> x,
                                     opgen::View<const T> weight, opgen::View<const T> bias,
                                     opgen::View<const T> running_mean,
                                     opgen::View<const T> running_var, opgen::View<T> y,
                                     opgen::View<T> new_mean, opgen::View<T> new_var,
                                     double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = y.shape[0];
  const int64_t size_c = y.shape[1];
  const int64_t size_h = y.shape[2];
  const int64_t size_w = y.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  const Compute momentum_value = static_cast<Compute>(momentum);
  for (int64_t c = 0; c < size_c; ++c) {
    Compute average = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          average += x_i;
        }
      }
    }
    average /= static_cast<Compute>(size_n * size_h * size_w);
    Compute variance = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - average;
          variance += centered * centered;
        }
      }
    }
    variance /= static_cast<Compute>(size_n * size_h * size_w);
    const Compute rsqrt_value = opgen::rsqrt(variance + eps_value);
    const Compute weight_i = weight[c];
    const Compute bias_i = bias[c];
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - average;
          const Compute part = centered * rsqrt_value * weight_i;
          y[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part + bias_i);
        }
      }
    }
    const Compute running_mean_i = running_mean[c];
    const Compute running_var_i = running_var[c];
    new_mean[c] = static_cast<T>(scalar * running_mean_i + momentum_value * average);
    const int64_t count = size_n * size_h * size_w;
    const Compute part_2 = momentum_value * variance * static_cast<Compute>(count);
    const Compute part_3 = part_2 / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    new_var[c] = static_cast<T>(scalar * running_var_i + part_3);
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_CPU_INSTANTIATE;
