// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference_grad/batch_norm_inference_grad_cpu.h"

#include "opgen_math.h"

// Gradient of batch_norm_inference
template <typename T>
opgen_status zoo_kernels::batch_norm_inference_grad(
    opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x, opgen::View<const T> weight,
    opgen::View<const T> running_mean, opgen::View<const T> running_var, opgen::View<T> dx,
    opgen::View<T> dweight, opgen::View<T> dbias, opgen::View<T> drunning_mean,
    opgen::View<T> drunning_var, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = dx.shape[0];
  const int64_t size_c = dx.shape[1];
  const int64_t size_h = dx.shape[2];
  const int64_t size_w = dx.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  for (int64_t c = 0; c < size_c; ++c) {
    const Compute running_var_i = running_var[c];
    const Compute rsqrt_value = opgen::rsqrt(running_var_i + eps_value);
    const Compute weight_i = weight[c];
    const Compute running_mean_i = running_mean[c];
    Compute sum_n_h_w = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          dx[((n * size_c + c) * size_h + h) * size_w + w] =
              static_cast<T>(dy_i * weight_i * rsqrt_value);
          sum_n_h_w += dy_i * (x_i - running_mean_i);
        }
      }
    }
    dweight[c] = static_cast<T>(rsqrt_value * sum_n_h_w);
    Compute sum_n_h_w_2 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          sum_n_h_w_2 += dy_i;
        }
      }
    }
    dbias[c] = static_cast<T>(sum_n_h_w_2);
    drunning_mean[c] = static_cast<T>(-(weight_i * rsqrt_value * sum_n_h_w_2));
    drunning_var[c] = static_cast<T>(-(weight_i * opgen::cube(rsqrt_value) * sum_n_h_w) / 2);
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_INFERENCE_GRAD_CPU_INSTANTIATE;
