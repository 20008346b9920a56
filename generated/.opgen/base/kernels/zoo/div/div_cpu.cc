// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/div/div_cpu.h"

#include "opgen_loops.h"

// x / y, which is a fraction for integers too
template <typename T>
opgen_status zoo_kernels::div(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> y,
                              opgen::View<T> z) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(z);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex y_at(y, shape);
  const int64_t count = z.numel();
  const opgen::Walk walk(count, x_at, y_at);
  walk.for_each([&](int64_t i, int64_t at_x, int64_t at_y) {
    const Compute x_i = x[at_x];
    const Compute y_i = y[at_y];
    z[i] = static_cast<T>(x_i / y_i);
  });
  return OPGEN_OK;
}

ZOO_DIV_CPU_INSTANTIATE;
