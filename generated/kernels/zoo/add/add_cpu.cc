// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/add/add_cpu.h"

#include "opgen_loops.h"

// x + y
template <typename T>
opgen_status zoo_kernels::add(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> y,
                              opgen::View<T> z) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(z);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex y_at(y, shape);
  const int64_t count = z.numel();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x_i = x[x_at[i]];
    const Compute y_i = y[y_at[i]];
    z[i] = static_cast<T>(x_i + y_i);
  }
  return OPGEN_OK;
}

ZOO_ADD_CPU_INSTANTIATE;
