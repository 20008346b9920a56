// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/softmax/softmax_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Exponentials along the last axis, divided by their sum
template <typename T>
opgen_status zoo_kernels::cuda::softmax(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_c = y.shape[y.ndim - 1];
  opgen::Launch launch(ctx, "softmax");
  const opgen::Workspace<Compute> max_c_values(ctx, size_batch);
  const auto max_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    return x_value;
  };
  const auto max_c_store = [=] __device__(int64_t batch, Compute largest) {
    max_c_values[batch] = largest;
  };
  launch.reduce_each(size_batch, size_c, opgen::Maximum<Compute>(), max_c_term, max_c_store);
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    const Compute z = std::exp(x_value - max_c_values[batch]);
    return z;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute x_value = x[batch * size_c + c];
    const Compute z = std::exp(x_value - max_c_values[batch]);
    y[at] = static_cast<T>(z / sum_c_values[batch]);
  });
  return launch.status();
}

ZOO_SOFTMAX_CUDA_INSTANTIATE;
