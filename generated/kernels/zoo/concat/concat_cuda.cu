// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat/concat_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/parts.h"

// Tensors one behind the other along an axis
template <typename T>
opgen_status zoo_kernels::cuda::concat(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                       int64_t axis) {
  const int32_t along = zoo::axis_of(axis, y.ndim);
  const int64_t row = y.numel(along, y.ndim);
  opgen::Launch launch(ctx, "concat");
  int64_t at = 0;
  for (int64_t i = 0; i < xs.size(); ++i) {
    const opgen::View<const T> x = xs[i];
    const zoo::Part part{x.numel(along, x.ndim), row, at};
    launch.for_each(x.numel(), [=] __device__(int64_t j) { y[part[j]] = x[j]; });
    at += part.length;
  }
  return launch.status();
}

ZOO_CONCAT_CUDA_INSTANTIATE;
