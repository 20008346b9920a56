// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d_grad/max_pool2d_grad_cpu.h"

#include <algorithm>

// Gradient of max_pool2d: that of each window at the place of its greatest value
template <typename T, typename I>
opgen_status zoo_kernels::max_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const I> indices, opgen::View<const T> x,
                                          opgen::View<T> dx) {
  const int64_t planes = x.numel(0, x.ndim - 2), size = x.numel(x.ndim - 2, x.ndim);
  const int64_t windows = dy.numel(dy.ndim - 2, dy.ndim);
  std::fill_n(dx.data, dx.numel(), T(0));
  for (int64_t i = 0; i < planes * windows; ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      return opgen::fail(ctx, "max_pool2d_grad", "indices: %lld is out of range for %lld elements",
                         static_cast<long long>(indices[i]), static_cast<long long>(size));
    }
    dx[i / windows * size + indices[i]] += dy[i];
  }
  return OPGEN_OK;
}

ZOO_MAX_POOL2D_GRAD_CPU_INSTANTIATE;
