// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d_grad_grad/max_pool2d_grad_grad_cpu.h"

// Gradient of max_pool2d_grad: what is at the places of the greatest values
template <typename T, typename I>
opgen_status zoo_kernels::max_pool2d_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                               opgen::View<const I> indices, opgen::View<T> gdy) {
  const int64_t size = ddx.numel(ddx.ndim - 2, ddx.ndim);
  const int64_t windows = indices.numel(indices.ndim - 2, indices.ndim);
  for (int64_t i = 0; i < gdy.numel(); ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      return opgen::fail(ctx, "max_pool2d_grad_grad",
                         "indices: %lld is out of range for %lld elements",
                         static_cast<long long>(indices[i]), static_cast<long long>(size));
    }
    gdy[i] = ddx[i / windows * size + indices[i]];
  }
  return OPGEN_OK;
}

ZOO_MAX_POOL2D_GRAD_GRAD_CPU_INSTANTIATE;
