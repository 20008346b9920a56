// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack_grad/stack_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/parts.h"

// Gradients of stack: its layers
template <typename T>
opgen_status zoo_kernels::cuda::stack_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                           opgen::Views<const T> xs, opgen::Views<T> dxs,
                                           int64_t axis) {
  if (axis < -dy.ndim || axis >= dy.ndim) {
    return opgen::fail(ctx, "stack_grad", "axis %lld is out of range for rank %d",
                       static_cast<long long>(axis), dy.ndim);
  }
  const int32_t along = zoo::axis_of(axis, dy.ndim);
  const int64_t length = dy.numel(along + 1, dy.ndim);
  if (dy.shape[along] != static_cast<int64_t>(dxs.size())) {
    return opgen::fail(ctx, "stack_grad", "dy isn't what stack of xs gives");
  }
  opgen::Launch launch(ctx, "stack_grad");
  for (int64_t i = 0; i < dxs.size(); ++i) {
    const opgen::View<T> dx = dxs[i];
    if (!zoo::is_layer(dx, dy, along)) {
      return opgen::fail(ctx, "stack_grad", "xs[%zu] is no layer of dy", i);
    }
    const zoo::Part part{length, dy.numel(along, dy.ndim), static_cast<int64_t>(i) * length};
    launch.for_each(dx.numel(), [=] __device__(int64_t j) { dx[j] = dy[part[j]]; });
  }
  return launch.status();
}

ZOO_STACK_GRAD_CUDA_INSTANTIATE;
