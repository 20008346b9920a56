// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/logsumexp/logsumexp_cpu.h"

#include "opgen_math.h"

// The logarithm of the sum of exponentials along the last axis
template <typename T>
opgen_status zoo_kernels::logsumexp(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_batch = y.numel();
  const int64_t size_c = x.shape[x.ndim - 1];
  for (int64_t batch = 0; batch < size_batch; ++batch) {
    Compute m = opgen::lowest<Compute>;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      m = opgen::maximum(m, x_i);
    }
    Compute sum_c = 0;
    for (int64_t c = 0; c < size_c; ++c) {
      const Compute x_i = x[batch * size_c + c];
      sum_c += std::exp(x_i - m);
    }
    y[batch] = static_cast<T>(m + std::log(sum_c));
  }
  return OPGEN_OK;
}

ZOO_LOGSUMEXP_CPU_INSTANTIATE;
