// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/logsumexp/logsumexp_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// The logarithm of the sum of exponentials along the last axis
template <typename T>
opgen_status zoo_kernels::cuda::logsumexp(opgen_ctx* ctx, opgen::View<const T> x,
                                          opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel();
  const int64_t size_c = x.shape[x.ndim - 1];
  opgen::Launch launch(ctx, "logsumexp");
  const opgen::Workspace<Compute> m_values(ctx, size_batch);
  const auto m_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    return x_value;
  };
  const auto m_store = [=] __device__(int64_t batch, Compute largest) {
    m_values[batch] = largest;
  };
  launch.reduce_each(size_batch, size_c, opgen::Maximum<Compute>(), m_term, m_store);
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[batch * size_c + c];
    return std::exp(x_value - m_values[batch]);
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  launch.for_each(size_batch, [=] __device__(int64_t batch) {
    y[batch] = static_cast<T>(m_values[batch] + std::log(sum_c_values[batch]));
  });
  return launch.status();
}

ZOO_LOGSUMEXP_CUDA_INSTANTIATE;
