// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack/stack_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/parts.h"

// Tensors of one shape along a new axis
template <typename T>
opgen_status zoo_kernels::cuda::stack(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                      int64_t axis) {
  const int32_t along = zoo::axis_of(axis, y.ndim);
  const int64_t length = y.numel(along + 1, y.ndim);
  opgen::Launch launch(ctx, "stack");
  for (int64_t i = 0; i < xs.size(); ++i) {
    const opgen::View<const T> x = xs[i];
    if (!opgen::same_dims(x, xs[0])) {
      return opgen::fail(ctx, "stack", "xs[%zu] and xs[0] differ in shape", i);
    }
    const zoo::Part part{length, y.numel(along, y.ndim), static_cast<int64_t>(i) * length};
    launch.for_each(x.numel(), [=] __device__(int64_t j) { y[part[j]] = x[j]; });
  }
  return launch.status();
}

ZOO_STACK_CUDA_INSTANTIATE;
