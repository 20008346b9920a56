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
  for (int64_t i = 0; i < count; ++i) {
    const Compute ddx_i = ddx[ddx_at[i]];
    const Compute ddy_i = ddy[ddy_at[i]];
    const Compute z_i = z[z_at[i]];
    const Compute y_i = y[y_at[i]];
    const Compute dz_i = dz[dz_at[i]];
    gdz_sum[gdz_at[i]] += (ddx_i - ddy_i * z_i) / y_i;
    gy_sum[gy_at[i]] += dz_i * (ddy_i * z_i - ddx_i) / (y_i * y_i);
    gz_sum[gz_at[i]] += -(ddy_i * dz_i) / y_i;
  }
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
