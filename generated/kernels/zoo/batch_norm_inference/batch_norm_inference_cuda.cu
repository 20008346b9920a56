// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/batch_norm_inference/batch_norm_inference_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Normalization of each channel by running statistics
template <typename T>
opgen_status zoo_kernels::cuda::batch_norm_inference(opgen_ctx* ctx, opgen::View<const T> x,
                                                     opgen::View<const T> weight,
                                                     opgen::View<const T> bias,
                                                     opgen::View<const T> running_mean,
                                                     opgen::View<const T> running_var,
                                                     opgen::View<T> y, double eps) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_n = y.shape[0];
  const int64_t size_c = y.shape[1];
  const int64_t size_h = y.shape[2];
  const int64_t size_w = y.shape[3];
  const Compute eps_value = static_cast<Compute>(eps);
  opgen::Launch launch(ctx, "batch_norm_inference");
  const opgen::Workspace<Compute> rsqrt_values(ctx, size_c);
  launch.for_each(size_c, [=] __device__(int64_t c) {
    const Compute running_var_value = running_var[c];
    rsqrt_values[c] = opgen::rsqrt(running_var_value + eps_value);
  });
  launch.for_each(size_n * size_c * size_h * size_w, [=] __device__(int64_t at) {
    const int64_t n = at / (size_c * size_h * size_w);
    const int64_t c = at / (size_h * size_w) % size_c;
    const int64_t h = at / size_w % size_h;
    const int64_t w = at % size_w;
    const Compute x_value = x[((n * size_c + c) * size_h + h) * size_w + w];
    const Compute running_mean_value = running_mean[c];
    const Compute weight_value = weight[c];
    const Compute bias_value = bias[c];
    const Compute part = (x_value - running_mean_value) * rsqrt_values[c] * weight_value;
    y[at] = static_cast<T>(part + bias_value);
  });
  return launch.status();
}

ZOO_BATCH_NORM_INFERENCE_CUDA_INSTANTIATE;
