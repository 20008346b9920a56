// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mul_grad_grad/mul_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of mul_grad
template <typename T>
opgen_status zoo_kernels::mul_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<const T> ddy, opgen::View<const T> dz,
                                        opgen::View<const T> x, opgen::View<const T> y,
                                        opgen::View<T> gdz, opgen::View<T> gx, opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(x).with(y);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchIndex gdz_at(gdz, shape);
  const opgen::BatchIndex gx_at(gx, shape);
  const opgen::BatchIndex gy_at(gy, shape);
  const int64_t count = shape.numel();
  opgen::Scratch<Compute> gdz_sum(gdz.numel());
  opgen::Scratch<Compute> gx_sum(gx.numel());
  opgen::Scratch<Compute> gy_sum(gy.numel());
  const opgen::Walk walk(count, ddy_at, x_at, ddx_at, y_at, dz_at, gdz_at, gx_at, gy_at);
  walk.for_each([&](int64_t, int64_t at_ddy, int64_t at_x, int64_t at_ddx, int64_t at_y,
                    int64_t at_dz, int64_t at_gdz, int64_t at_gx, int64_t at_gy) {
    const Compute ddy_i = ddy[at_ddy];
    const Compute x_i = x[at_x];
    const Compute ddx_i = ddx[at_ddx];
    const Compute y_i = y[at_y];
    const Compute dz_i = dz[at_dz];
    gdz_sum[at_gdz] += ddy_i * x_i + ddx_i * y_i;
    gx_sum[at_gx] += ddy_i * dz_i;
    gy_sum[at_gy] += ddx_i * dz_i;
  });
  for (int64_t at = 0; at < gdz.numel(); ++at) {
    gdz[at] = static_cast<T>(gdz_sum[at]);
  }
  for (int64_t at_2 = 0; at_2 < gx.numel(); ++at_2) {
    gx[at_2] = static_cast<T>(gx_sum[at_2]);
  }
  for (int64_t at_3 = 0; at_3 < gy.numel(); ++at_3) {
    gy[at_3] = static_cast<T>(gy_sum[at_3]);
  }
  return OPGEN_OK;
}

ZOO_MUL_GRAD_GRAD_CPU_INSTANTIATE;
