// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/linear/linear_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// x times the transposed weight, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::cuda::linear(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const T> weight, opgen::View<const T> bias,
                                       opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_k = x.shape[x.ndim - 1];
  const int64_t size_n = y.shape[y.ndim - 1];
  opgen::Launch launch(ctx, "linear");
  const opgen::Workspace<Compute> sum_k_values(ctx, size_batch * size_n);
  const auto sum_k_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t batch = at / size_n;
    const int64_t n = at % size_n;
    const Compute x_value = x[batch * size_k + k];
    const Compute weight_value = weight[n * size_k + k];
    return x_value * weight_value;
  };
  const auto sum_k_store = [=] __device__(int64_t at, Compute total) { sum_k_values[at] = total; };
  launch.fold_each(size_batch * size_n, size_k, opgen::Sum<Compute>(), sum_k_term, sum_k_store);
  launch.for_each(size_batch * size_n, [=] __device__(int64_t at) {
    const int64_t batch = at / size_n;
    const int64_t n = at % size_n;
    const Compute bias_value = bias ? static_cast<Compute>(bias[n]) : Compute(0);
    y[at] = static_cast<T>(sum_k_values[batch * size_n + n] + (bias ? bias_value : Compute(0)));
  });
  return launch.status();
}

ZOO_LINEAR_CUDA_INSTANTIATE;
