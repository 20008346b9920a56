// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_grad_grad/batch_norm_grad_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of batch_norm_grad
template <typename T>
opgen_status zoo_kernels::batch_norm_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> ddrunning_mean,
    opgen::View<const T> ddrunning_var, opgen::View<const T> dy, opgen::View<const T> dnew_var,
    opgen::View<const T> x, opgen::View<const T> weight, opgen::View<T> gdy,
    opgen::View<T> gdnew_mean, opgen::View<T> gdnew_var, opgen::View<T> gx, opgen::View<T> gweight,
    double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = gdy.shape[0];
  const int64_t size_c = gdy.shape[1];
  const int64_t size_h = gdy.shape[2];
  const int64_t size_w = gdy.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute momentum_value = static_cast<Compute>(momentum);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  const Compute scalar_2 = static_cast<Compute>(2 * momentum);
  opgen::Scratch<Compute> d_centered_2_values(size_n * size_h * size_w);
  for (int64_t c = 0; c < size_c; ++c) {
    Compute mean_n_h_w = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          mean_n_h_w += x_i;
        }
      }
    }
    mean_n_h_w /= static_cast<Compute>(size_n * size_h * size_w);
    Compute mean_n_h_w_2 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - mean_n_h_w;
          mean_n_h_w_2 += centered * centered;
        }
      }
    }
    mean_n_h_w_2 /= static_cast<Compute>(size_n * size_h * size_w);
    const Compute rsqrt_value = opgen::rsqrt(mean_n_h_w_2 + eps_value);
    Compute sum_n_h_w = 0;
    Compute sum_n_h_w_4 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - mean_n_h_w;
          sum_n_h_w += dy_i * centered;
          sum_n_h_w_4 += ddx_i;
        }
      }
    }
    const Compute invariant = sum_n_h_w_4 / static_cast<Compute>(size_n * size_h * size_w);
    Compute sum_n_h_w_2 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - mean_n_h_w;
          const Compute d_d_centered = ddx_i - invariant;
          sum_n_h_w_2 += d_d_centered * centered;
        }
      }
    }
    const Compute ddweight_i = ddweight[c];
    const Compute weight_i = weight[c];
    const Compute d_sum_n_h_w =
        rsqrt_value *
        (ddweight_i -
         weight_i * (rsqrt_value * rsqrt_value) * sum_n_h_w_2 /
         static_cast<Compute>(size_n * size_h * size_w));
    Compute sum_n_h_w_3 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute d_d_centered = ddx_i - invariant;
          sum_n_h_w_3 += d_d_centered * dy_i;
        }
      }
    }
    const Compute dnew_var_i = dnew_var[c];
    const int64_t count = size_n * size_h * size_w;
    const Compute invariant_2 =
        dnew_var_i * static_cast<Compute>(count) * momentum_value /
        static_cast<Compute>(opgen::maximum(count - 1, int64_t(1))) -
        weight_i * opgen::cube(rsqrt_value) * sum_n_h_w / 2;
    const Compute invariant_3 =
        (ddweight_i * sum_n_h_w + weight_i * sum_n_h_w_3 -
         3 * sum_n_h_w * weight_i * (rsqrt_value * rsqrt_value) * sum_n_h_w_2 /
         static_cast<Compute>(size_n * size_h * size_w)) * opgen::cube(rsqrt_value);
    const Compute ddbias_i = ddbias[c];
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - mean_n_h_w;
          const Compute d_d_centered = ddx_i - invariant;
          const Compute d_centered_2 =
              2 * d_d_centered * invariant_2 / static_cast<Compute>(size_n * size_h * size_w) +
              d_sum_n_h_w * dy_i -
              invariant_3 * centered / static_cast<Compute>(size_n * size_h * size_w);
          d_centered_2_values[(n * size_h + h) * size_w + w] = d_centered_2;
          gdy[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(
              ddbias_i + d_d_centered * rsqrt_value * weight_i + d_sum_n_h_w * centered);
        }
      }
    }
    const Compute ddrunning_mean_i = ddrunning_mean[c];
    const Compute ddrunning_var_i = ddrunning_var[c];
    gdnew_mean[c] = static_cast<T>(
        ddrunning_mean_i * scalar +
        momentum_value * sum_n_h_w_4 / static_cast<Compute>(size_n * size_h * size_w));
    gdnew_var[c] = static_cast<T>(
        ddrunning_var_i * scalar +
        scalar_2 * static_cast<Compute>(count) * sum_n_h_w_2 /
        static_cast<Compute>(size_n * size_h * size_w * opgen::maximum(count - 1, int64_t(1))));
    Compute sum_n_h_w_5 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          sum_n_h_w_5 += d_centered_2_values[(n * size_h + h) * size_w + w];
        }
      }
    }
    const Compute invariant_4 = sum_n_h_w_5 / static_cast<Compute>(size_n * size_h * size_w);
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          gx[((n * size_c + c) * size_h + h) * size_w + w] =
              static_cast<T>(d_centered_2_values[(n * size_h + h) * size_w + w] - invariant_4);
        }
      }
    }
    gweight[c] = static_cast<T>(
        rsqrt_value *
        (sum_n_h_w_3 -
         sum_n_h_w * (rsqrt_value * rsqrt_value) * sum_n_h_w_2 /
         static_cast<Compute>(size_n * size_h * size_w)));
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_GRAD_GRAD_CPU_INSTANTIATE;
