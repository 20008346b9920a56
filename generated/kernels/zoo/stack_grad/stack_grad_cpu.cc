// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack_grad/stack_grad_cpu.h"

#include <algorithm>

#include "zoo/axes.h"

// Gradients of stack: its layers
template <typename T>
opgen_status zoo_kernels::stack_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                     opgen::Views<const T> xs, opgen::Views<T> dxs, int64_t axis) {
  if (axis < -dy.ndim || axis >= dy.ndim) {
    return opgen::fail(ctx, "stack_grad", "axis %lld is out of range for rank %d",
                       static_cast<long long>(axis), dy.ndim);
  }
  const int32_t along = zoo::axis_of(axis, dy.ndim);
  const int64_t outer = dy.numel(0, along), length = dy.numel(along + 1, dy.ndim);
  const int64_t layers = static_cast<int64_t>(dxs.size());
  if (dy.shape[along] != layers) {
    return opgen::fail(ctx, "stack_grad", "dy isn't what stack of xs gives");
  }
  for (int64_t i = 0; i < layers; ++i) {
    const opgen::View<T> dx = dxs[i];
    if (!zoo::is_layer(dx, dy, along)) {
      return opgen::fail(ctx, "stack_grad", "xs[%lld] is no layer of dy",
                         static_cast<long long>(i));
    }
    for (int64_t j = 0; j < outer; ++j) {
      std::copy_n(dy.data + (j * layers + i) * length, length, dx.data + j * length);
    }
  }
  return OPGEN_OK;
}

ZOO_STACK_GRAD_CPU_INSTANTIATE;
