// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/div_grad_grad/div_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of div_grad
template <typename T>
opgen_status zoo_kernels::div_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                        opgen::View<const T> ddy, opgen::View<const T> dz,
                                        opgen::View<const T> y, opgen::View<const T> z,
                                        opgen::View<T> gdz, opgen::View<T> gy, opgen::View<T> gz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(y).with(z);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex z_at(z, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchIndex gdz_at(gdz, shape);
  const opgen::BatchIndex gy_at(gy, shape);
  const opgen::BatchIndex gz_at(gz, shape);
  const int64_t count = shape.numel();
  opgen::Scratch<Compute> gdz_sum(gdz.numel());
  opgen::Scratch<Compute> gy_sum(gy.numel());
  opgen::Scratch<Compute> gz_sum(gz.numel());
  const opgen::Walk walk(count, ddx_at, ddy_at, z_at, y_at, dz_at, gdz_at, gy_at, gz_at);
  walk.for_each([&](int64_t, int64_t at_ddx, int64_t at_ddy, int64_t at_z, int64_t at_y,
                    int64_t at_dz, int64_t at_gdz, int64_t at_gy, int64_t at_gz) {
    const Compute ddx_i = ddx[at_ddx];
    const Compute ddy_i = ddy[at_ddy];
    const Compute z_i = z[at_z];
    const Compute y_i = y[at_y];
    const Compute dz_i = dz[at_dz];
    gdz_sum[at_gdz] += (ddx_i - ddy_i * z_i) / y_i;
    gy_sum[at_gy] += dz_i * (ddy_i * z_i - ddx_i) / (y_i * y_i);
    gz_sum[at_gz] += -(ddy_i * dz_i) / y_i;
  });
  for (int64_t at = 0; at < gdz.numel(); ++at) {
    gdz[at] = static_cast<T>(gdz_sum[at]);
  }
  for (int64_t at_2 = 0; at_2 < gy.numel(); ++at_2) {
    gy[at_2] = static_cast<T>(gy_sum[at_2]);
  }
  for (int64_t at_3 = 0; at_3 < gz.numel(); ++at_3) {
    gz[at_3] = static_cast<T>(gz_sum[at_3]);
  }
  return OPGEN_OK;
}

ZOO_DIV_GRAD_GRAD_CPU_INSTANTIATE;
