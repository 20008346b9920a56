// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/split/split_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/parts.h"

// Equal parts of a tensor along an axis
template <typename T>
opgen_status zoo_kernels::cuda::split(opgen_ctx* ctx, opgen::View<const T> x, opgen::Views<T> ys,
                                      int64_t sections, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, x.ndim);
  const int64_t row = x.numel(along, x.ndim), length = row / sections;
  opgen::Launch launch(ctx, "split");
  for (int64_t i = 0; i < ys.size(); ++i) {
    const opgen::View<T> y = ys[i];
    const zoo::Part part{length, row, static_cast<int64_t>(i) * length};
    launch.for_each(y.numel(), [=] __device__(int64_t j) { y[j] = x[part[j]]; });
  }
  return launch.status();
}

ZOO_SPLIT_CUDA_INSTANTIATE;
