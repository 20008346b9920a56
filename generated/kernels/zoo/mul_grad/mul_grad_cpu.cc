// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mul_grad/mul_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of mul
template <typename T>
opgen_status zoo_kernels::mul_grad(opgen_ctx* ctx, opgen::View<const T> dz, opgen::View<const T> x,
                                   opgen::View<const T> y, opgen::View<T> dx, opgen::View<T> dy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(dz).with(x).with(y);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex dx_at(dx, shape);
  const opgen::BatchIndex dy_at(dy, shape);
  const int64_t count = shape.numel();
  opgen::Scratch<Compute> dx_sum(dx.numel());
  opgen::Scratch<Compute> dy_sum(dy.numel());
  const opgen::Walk walk(count, dz_at, y_at, x_at, dx_at, dy_at);
  walk.for_each(
      [&](int64_t, int64_t at_dz, int64_t at_y, int64_t at_x, int64_t at_dx, int64_t at_dy) {
        const Compute dz_i = dz[at_dz];
        const Compute y_i = y[at_y];
        const Compute x_i = x[at_x];
        dx_sum[at_dx] += dz_i * y_i;
        dy_sum[at_dy] += dz_i * x_i;
      });
  for (int64_t at = 0; at < dx.numel(); ++at) {
    dx[at] = static_cast<T>(dx_sum[at]);
  }
  for (int64_t at_2 = 0; at_2 < dy.numel(); ++at_2) {
    dy[at_2] = static_cast<T>(dy_sum[at_2]);
  }
  return OPGEN_OK;
}

ZOO_MUL_GRAD_CPU_INSTANTIATE;
