// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/maximum_grad_grad/maximum_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of maximum_grad
template <typename T>
opgen_status zoo_kernels::maximum_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                            opgen::View<const T> ddy, opgen::View<const T> dz,
                                            opgen::View<const T> x, opgen::View<const T> y,
                                            opgen::View<T> gdz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(x).with(y);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex gdz_at(gdz, shape);
  const int64_t count = shape.numel();
  opgen::Scratch<Compute> gdz_sum(gdz.numel());
  const opgen::Walk walk(count, ddy_at, y_at, x_at, ddx_at, gdz_at);
  walk.for_each(
      [&](int64_t, int64_t at_ddy, int64_t at_y, int64_t at_x, int64_t at_ddx, int64_t at_gdz) {
        const Compute ddy_i = ddy[at_ddy];
        const Compute y_i = y[at_y];
        const Compute x_i = x[at_x];
        const Compute ddx_i = ddx[at_ddx];
        const Compute part = y_i > x_i ? Compute(1) : (x_i == y_i ? Compute(0.5) : Compute(0));
        const Compute part_2 = x_i > y_i ? Compute(1) : (x_i == y_i ? Compute(0.5) : Compute(0));
        gdz_sum[at_gdz] += ddy_i * part + ddx_i * part_2;
      });
  for (int64_t at = 0; at < gdz.numel(); ++at) {
    gdz[at] = static_cast<T>(gdz_sum[at]);
  }
  return OPGEN_OK;
}

ZOO_MAXIMUM_GRAD_GRAD_CPU_INSTANTIATE;
