// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/split/split_cpu.h"

#include <algorithm>

#include "zoo/axes.h"

// Equal parts of a tensor along an axis
template <typename T>
opgen_status zoo_kernels::split(opgen_ctx* ctx, opgen::View<const T> x, opgen::Views<T> ys,
                                int64_t sections, int64_t axis) {
  const int32_t along = zoo::axis_of(axis, x.ndim);
  const int64_t outer = x.numel(0, along), row = x.numel(along, x.ndim), length = row / sections;
  for (int64_t i = 0; i < sections; ++i) {
    const opgen::View<T> y = ys[i];
    for (int64_t j = 0; j < outer; ++j) {
      std::copy_n(x.data + j * row + i * length, length, y.data + j * length);
    }
  }
  return OPGEN_OK;
}

ZOO_SPLIT_CPU_INSTANTIATE;
