// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference_grad_grad/batch_norm_inference_grad_grad_cpu.h"

#include "opgen_math.h"

// Gradient of batch_norm_inference_grad
template <typename T>
opgen_status zoo_kernels::batch_norm_inference_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> ddrunning_mean,
    opgen::View<const T> ddrunning_var, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<const T> running_mean,
    opgen::View<const T> running_var, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    opgen::View<T> grunning_mean, opgen::View<T> grunning_var, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = gdy.shape[0];
  const int64_t size_c = gdy.shape[1];
  const int64_t size_h = gdy.shape[2];
  const int64_t size_w = gdy.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  for (int64_t c = 0; c < size_c; ++c) {
    const Compute running_var_i = running_var[c];
    const Compute rsqrt_value = opgen::rsqrt(running_var_i + eps_value);
    const Compute running_mean_i = running_mean[c];
    Compute sum_n_h_w = 0;
    Compute sum_n_h_w_2 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          sum_n_h_w += dy_i * (x_i - running_mean_i);
          sum_n_h_w_2 += dy_i;
        }
      }
    }
    const Compute ddweight_i = ddweight[c];
    const Compute ddrunning_var_i = ddrunning_var[c];
    const Compute weight_i = weight[c];
    const Compute part = ddrunning_var_i * weight_i * (rsqrt_value * rsqrt_value) / 2;
    const Compute d_sum_n_h_w = rsqrt_value * (ddweight_i - part);
    const Compute ddbias_i = ddbias[c];
    const Compute ddrunning_mean_i = ddrunning_mean[c];
    Compute sum_n_h_w_3 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute part_2 = ddbias_i + d_sum_n_h_w * (x_i - running_mean_i);
          const Compute part_3 = ddrunning_mean_i * weight_i * rsqrt_value;
          const Compute part_4 = part_2 + ddx_i * rsqrt_value * weight_i;
          gdy[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part_4 - part_3);
          gx[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(d_sum_n_h_w * dy_i);
          sum_n_h_w_3 += ddx_i * dy_i;
        }
      }
    }
    const Compute part_5 = ddrunning_var_i * sum_n_h_w * (rsqrt_value * rsqrt_value) / 2;
    const Compute part_6 = sum_n_h_w_3 - part_5 - ddrunning_mean_i * sum_n_h_w_2;
    gweight[c] = static_cast<T>(rsqrt_value * part_6);
    grunning_mean[c] = static_cast<T>(-(d_sum_n_h_w * sum_n_h_w_2));
    const Compute part_7 = Compute(1.5) * ddrunning_var_i * sum_n_h_w * weight_i;
    const Compute part_8 = ddweight_i * sum_n_h_w + weight_i * sum_n_h_w_3;
    const Compute part_9 = part_8 - part_7 * (rsqrt_value * rsqrt_value);
    const Compute part_10 = part_9 - ddrunning_mean_i * sum_n_h_w_2 * weight_i;
    grunning_var[c] = static_cast<T>(-(part_10 * opgen::cube(rsqrt_value)) / 2);
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_INFERENCE_GRAD_GRAD_CPU_INSTANTIATE;
