// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_grad/batch_norm_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_math.h"

// Gradient of batch_norm
template <typename T>
opgen_status zoo_kernels::batch_norm_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> dnew_mean,
                                          opgen::View<const T> dnew_var, opgen::View<const T> x,
                                          opgen::View<const T> weight, opgen::View<T> dx,
                                          opgen::View<T> dweight, opgen::View<T> dbias,
                                          opgen::View<T> drunning_mean, opgen::View<T> drunning_var,
                                          double momentum, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = dx.shape[0];
  const int64_t size_c = dx.shape[1];
  const int64_t size_h = dx.shape[2];
  const int64_t size_w = dx.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute momentum_value = static_cast<Compute>(momentum);
  const Compute scalar = static_cast<Compute>(1 - momentum);
  opgen::Scratch<Compute> d_centered_values(size_n * size_h * size_w);
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
    Compute sum_n_h_w = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - average;
          sum_n_h_w += dy_i * centered;
        }
      }
    }
    const Compute dnew_var_i = dnew_var[c];
    const Compute weight_i = weight[c];
    const int64_t count = size_n * size_h * size_w;
    const Compute part = dnew_var_i * static_cast<Compute>(count) * momentum_value;
    const Compute part_2 = part / static_cast<Compute>(opgen::maximum(count - 1, int64_t(1)));
    const Compute invariant = 2 * (part_2 - weight_i * opgen::cube(rsqrt_value) * sum_n_h_w / 2);
    Compute sum_n_h_w_2 = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute x_i = x[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          const Compute centered = x_i - average;
          const Compute part_3 = dy_i * weight_i * rsqrt_value;
          const Compute part_4 = invariant * centered;
          const Compute part_5 = part_4 / static_cast<Compute>(size_n * size_h * size_w);
          const Compute d_centered = part_3 + part_5;
          d_centered_values[(n * size_h + h) * size_w + w] = d_centered;
          sum_n_h_w_2 += d_centered;
        }
      }
    }
    const Compute dnew_mean_i = dnew_mean[c];
    const Compute part_6 = dnew_mean_i * momentum_value - sum_n_h_w_2;
    const Compute invariant_2 = part_6 / static_cast<Compute>(size_n * size_h * size_w);
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute part_7 = d_centered_values[(n * size_h + h) * size_w + w];
          dx[((n * size_c + c) * size_h + h) * size_w + w] = static_cast<T>(part_7 + invariant_2);
        }
      }
    }
    dweight[c] = static_cast<T>(rsqrt_value * sum_n_h_w);
    Compute dbias_sum = 0;
    for (int64_t n = 0; n < size_n; ++n) {
      for (int64_t h = 0; h < size_h; ++h) {
        for (int64_t w = 0; w < size_w; ++w) {
          const Compute dy_i = dy[((n * size_c + c) * size_h + h) * size_w + w];
          dbias_sum += dy_i;
        }
      }
    }
    dbias[c] = static_cast<T>(dbias_sum);
    drunning_mean[c] = static_cast<T>(dnew_mean_i * scalar);
    drunning_var[c] = static_cast<T>(dnew_var_i * scalar);
  }
  return OPGEN_OK;
}

ZOO_BATCH_NORM_GRAD_CPU_INSTANTIATE;
