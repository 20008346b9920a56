// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/logsumexp_grad/logsumexp_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of logsumexp
template <typename T>
opgen_status zoo_kernels::cuda::logsumexp_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                               opgen::View<const T> x, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex x_at(x, batch_shape, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  opgen::Launch launch(ctx, "logsumexp_grad");
  const opgen::Workspace<Compute> m_values(ctx, size_batch);
  const auto m_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    return x_value;
  };
  const auto m_store = [=] __device__(int64_t batch, Compute largest) {
    m_values[batch] = largest;
  };
  launch.reduce_each(size_batch, size_c, opgen::Maximum<Compute>(), m_term, m_store);
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute exp_value = std::exp(x_value - m_values[batch]);
    return exp_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute x_value = x[x_at[batch] * size_c + c];
    const Compute exp_value = std::exp(x_value - m_values[batch]);
    const Compute dy_value = dy[dy_at[batch]];
    dx[at] = static_cast<T>(dy_value * exp_value / sum_c_values[batch]);
  });
  return launch.status();
}

ZOO_LOGSUMEXP_GRAD_CUDA_INSTANTIATE;
