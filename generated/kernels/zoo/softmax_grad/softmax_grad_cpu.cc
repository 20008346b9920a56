// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/softmax_grad/softmax_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of softmax
template <typename T>
opgen_status zoo_kernels::softmax_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                       opgen::View<const T> y, opgen::View<T> dx) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch_shape = opgen::Batch().with(dx, 0, 1);
  const opgen::BatchIndex dy_at(dy, batch_shape, 0, 1);
  const opgen::BatchIndex y_at(y, batch_shape, 0, 1);
  const int64_t size_batch = dx.numel(0, dx.ndim - 1);
  const int64_t size_c = dx.shape[dx.ndim - 1];
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      const Compute y_i = y[y_at[batch] * size_c + c];
      sum_c += dy_i * y_i;
    }
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute y_i = y[y_at[batch] * size_c + c];
      const Compute dy_i = dy[dy_at[batch] * size_c + c];
      dx[batch * size_c + c] = static_cast<T>(y_i * (dy_i - sum_c));
    }
  }
  return OPGEN_OK;
}

ZOO_SOFTMAX_GRAD_CPU_INSTANTIATE;
