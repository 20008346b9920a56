// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/stack/stack_cpu.h"

#include <algorithm>

#include "zoo/axes.h"

// Tensors of one shape along a new axis
template <typename T>
opgen_status zoo_kernels::stack(opgen_ctx* ctx, opgen::Views<const T> xs, opgen::View<T> y,
                                int64_t axis) {
  const int32_t along = zoo::axis_of(axis, y.ndim);
  const int64_t outer = y.numel(0, along), length = y.numel(along + 1, y.ndim);
  const int64_t layers = static_cast<int64_t>(xs.size());
  for (int64_t i = 0; i < layers; ++i) {
    const opgen::View<const T> x = xs[i];
    if (!opgen::same_dims(x, xs[0])) {
      return opgen::fail(ctx, "stack", "xs[%lld] and xs[0] differ in shape",
                         static_cast<long long>(i));
    }
    for (int64_t j = 0; j < outer; ++j) {
      std::copy_n(x.data + j * length, length, y.data + (j * layers + i) * length);
    }
  }
  return OPGEN_OK;
}

ZOO_STACK_CPU_INSTANTIATE;
