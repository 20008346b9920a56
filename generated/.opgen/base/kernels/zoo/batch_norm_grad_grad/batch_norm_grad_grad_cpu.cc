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
    const Compute part = weight_i * (rsqrt_value * rsqrt_value) * sum_n_h_w_2;
    const Compute part_2 = ddweight_i - part / static_cast<Compute>(size_n * size_h * size_w);
    const Compute d_sum_n_h_w = rsqrt_value * part_2;
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
    const Compute part_3 = dnew_var_i * static_cast<Compute>(count) * momentum_value;
    const Compute part_4 = part_3 / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    const Compute invariant_2 = part_4 - weight_i * opgen::cube(rsqrt_value) * sum_n_h_w / 2;
    const Compute part_5 = 3 * sum_n_h_w * weight_i * (rsqrt_value * rsqrt_value) * sum_n_h_w_2;
    const Compute part_6 = part_5 / static_cast<Compute>(size_n * size_h * size_w);
    const Compute part_7 = ddweight_i * sum_n_h_w + weight_i * sum_n_h_w_3 - part_6;
    const Compute invariant_3 = part_7 * opgen::cube(rsqrt_value);
    const Compute ddbias_i = ddbias[c];
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute ddx_i = ddx[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - mean_n_h_w;
          const Compute d_d_centered = ddx_i - invariant;
          const Compute part_8 = 2 * d_d_centered * invariant_2;
          const Compute part_9 = part_8 / static_cast<Compute>(size_n * size_h * size_w);
          const Compute part_10 = part_9 + d_sum_n_h_w * dy_i;
          const Compute part_11 = invariant_3 * centered;
          const Compute part_12 = part_11 / static_cast<Compute>(size_n * size_h * size_w);
          const Compute d_centered_2 = part_10 - part_12;
          d_centered_2_values[(n * size_h + h) * size_w + w] = d_centered_2;
          const Compute part_13 = ddbias_i + d_d_centered * rsqrt_value * weight_i;
          const Compute part_14 = d_sum_n_h_w * centered;
          gdy[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part_13 + part_14);
        }
      }
    }
    const Compute ddrunning_mean_i = ddrunning_mean[c];
    const Compute ddrunning_var_i = ddrunning_var[c];
    const Compute part_15 = momentum_value * sum_n_h_w_4;
    const Compute part_16 = part_15 / static_cast<Compute>(size_n * size_h * size_w);
    gdnew_mean[c] = static_cast<T>(ddrunning_mean_i * scalar + part_16);
    const int64_t part_17 = size_n * size_h * size_w * opgen::maximum(count - 1, int64_t(1));
    const Compute part_18 = scalar_2 * static_cast<Compute>(count) * sum_n_h_w_2;
    const Compute part_19 = part_18 / static_cast<Compute>(part_17);
    gdnew_var[c] = static_cast<T>(ddrunning_var_i * scalar + part_19);
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
          const Compute part_20 = d_centered_2_values[(n * size_h + h) * size_w + w];
          gx[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part_20 - invariant_4);
        }
      }
    }
    const Compute part_21 = sum_n_h_w * (rsqrt_value * rsqrt_value) * sum_n_h_w_2;
    const Compute part_22 = sum_n_h_w_3 - part_21 / static_cast<Compute>(size_n * size_h * size_w);
    gweight[c] = static_cast<T>(rsqrt_value * part_22);
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_GRAD_GRAD_CPU_INSTANTIATE;
