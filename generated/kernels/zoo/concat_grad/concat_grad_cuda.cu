// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat_grad/concat_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/parts.h"

// Gradients of concat: its parts
template <typename T>
opgen_status zoo_kernels::cuda::concat_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::Views<const T> xs, opgen::Views<T> dxs,
                                            int64_t axis) {
  if (axis < -dy.ndim || axis >= dy.ndim) {
    return opgen::fail(ctx, "concat_grad", "axis %lld is out of range for rank %d",
                       static_cast<long long>(axis), dy.ndim);
  }
  const int32_t along = zoo::axis_of(axis, dy.ndim);
  const int64_t row = dy.numel(along, dy.ndim);
  int64_t total = 0;
  for (int64_t i = 0; i < xs.size(); ++i) {
    if (!zoo::fits_beside(xs[i], dy, along)) {
      return opgen::fail(ctx, "concat_grad", "xs[%zu] and dy differ in more than axis %d", i,
                         along);
    }
    total += xs[i].numel(along, dy.ndim);
  }
  if (total != row) return opgen::fail(ctx, "concat_grad", "dy isn't what concat of xs gives");
  opgen::Launch launch(ctx, "concat_grad");
  int64_t at = 0;
  for (int64_t i = 0; i < dxs.size(); ++i) {
    const opgen::View<T> dx = dxs[i];
    const zoo::Part part{dx.numel(along, dx.ndim), row, at};
    launch.for_each(dx.numel(), [=] __device__(int64_t j) { dx[j] = dy[part[j]]; });
    at += part.length;
  }
  return launch.status();
}

ZOO_CONCAT_GRAD_CUDA_INSTANTIATE;
