// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/concat/concat_cpu.h"

#include <algorithm>

#include "zoo/axes.h"

// Tensors one behind the other along an axis
template <typename T>
opgen_status zoo_kernels::concat(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                 int64_t axis) {
  const int32_t along = zoo::axis_of(axis, y.ndim);
  const int64_t outer = y.numel(0, along), row = y.numel(along, y.ndim);
  int64_t at = 0;
  for (int64_t i = 0; i < xs.size(); ++i) {
    const opgen::View<const T> x = xs[i];
    const int64_t length = x.numel(along, x.ndim);
    for (int64_t j = 0; j < outer; ++j) {
      std::copy_n(x.data + j * length, length, y.data + j * row + at);
    }
    at += length;
  }
  return OPGEN_OK;
}

ZOO_CONCAT_CPU_INSTANTIATE;
