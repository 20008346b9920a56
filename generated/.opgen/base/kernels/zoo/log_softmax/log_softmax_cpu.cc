// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/log_softmax/log_softmax_cpu.h"

#include "opgen_math.h"

// The logarithm of softmax along the last axis
template <typename T>
opgen_status zoo_kernels::log_softmax(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel(0, y.ndim - 1);
  const int64_t size_c = y.shape[y.ndim - 1];
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute max_c = opgen::lowest<Compute>;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      max_c = opgen::maximum(max_c, x_i);
    }
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      const Compute d = x_i - max_c;
      sum_c += std::exp(d);
    }
    const Compute log_value = std::log(sum_c);
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      const Compute d = x_i - max_c;
      y[batch * size_c + c] = static_cast<T>(d - log_value);
    }
  }
  return OPGEN_OK;
}

ZOO_LOG_SOFTMAX_CPU_INSTANTIATE;
