// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/softmax_grad/softmax_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of softmax
template <typename T>
opgen_status zoo_kernels::cuda::softmax_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                             opgen::View<const T> y, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex y_at(y, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  opgen::Launch launch(ctx, "softmax_grad");
  const opgen::Workspace<Compute> sum_c_values(ctx, size_batch);
  const auto sum_c_term = [=] __device__(int64_t batch, int64_t c) -> Compute {
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    const Compute y_value = y[y_at[batch] * size_c + c];
    return dy_value * y_value;
  };
  const auto sum_c_store = [=] __device__(int64_t batch, Compute total) {
    sum_c_values[batch] = total;
  };
  launch.reduce_each(size_batch, size_c, opgen::Sum<Compute>(), sum_c_term, sum_c_store);
  launch.for_each(size_batch * size_c, [=] __device__(int64_t at) {
    const int64_t batch = at / size_c;
    const int64_t c = at % size_c;
    const Compute y_value = y[y_at[batch] * size_c + c];
    const Compute dy_value = dy[dy_at[batch] * size_c + c];
    dx[at] = static_cast<T>(y_value * (dy_value - sum_c_values[batch]));
  });
  return launch.status();
}

ZOO_SOFTMAX_GRAD_CUDA_INSTANTIATE;
