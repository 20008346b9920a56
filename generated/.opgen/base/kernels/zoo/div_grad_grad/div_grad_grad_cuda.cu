// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/div_grad_grad/div_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of div_grad
template <typename T>
opgen_status zoo_kernels::cuda::div_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<const T> ddy, opgen::View<const T> dz,
                                              opgen::View<const T> y, opgen::View<const T> z,
                                              opgen::View<T> gdz, opgen::View<T> gy,
                                              opgen::View<T> gz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(y).with(z);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex z_at(z, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchFibre gdz_fibre(gdz, shape);
  const opgen::BatchFibre gy_fibre(gy, shape);
  const opgen::BatchFibre gz_fibre(gz, shape);
  opgen::Launch launch(ctx, "div_grad_grad");
  const auto gdz_term = [=] __device__(int64_t gdz_i, int64_t other) -> Compute {
    const int64_t i = gdz_fibre.at(gdz_i, other);
    const Compute ddx_value = ddx[ddx_at[i]];
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute z_value = z[z_at[i]];
    const Compute y_value = y[y_at[i]];
    return (ddx_value - ddy_value * z_value) / y_value;
  };
  const auto gdz_store = [=] __device__(int64_t gdz_i, Compute total) {
    gdz[gdz_i] = static_cast<T>(total);
  };
  launch.reduce_each(gdz.numel(), gdz_fibre.size(), opgen::Sum<Compute>(), gdz_term, gdz_store);
  const auto gy_term = [=] __device__(int64_t gy_i, int64_t other_2) -> Compute {
    const int64_t i = gy_fibre.at(gy_i, other_2);
    const Compute dz_value = dz[dz_at[i]];
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute z_value = z[z_at[i]];
    const Compute ddx_value = ddx[ddx_at[i]];
    const Compute y_value = y[y_at[i]];
    return dz_value * (ddy_value * z_value - ddx_value) / (y_value * y_value);
  };
  const auto gy_store = [=] __device__(int64_t gy_i, Compute total_2) {
    gy[gy_i] = static_cast<T>(total_2);
  };
  launch.reduce_each(gy.numel(), gy_fibre.size(), opgen::Sum<Compute>(), gy_term, gy_store);
  const auto gz_term = [=] __device__(int64_t gz_i, int64_t other_3) -> Compute {
    const int64_t i = gz_fibre.at(gz_i, other_3);
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute dz_value = dz[dz_at[i]];
    const Compute y_value = y[y_at[i]];
    return -(ddy_value * dz_value) / y_value;
  };
  const auto gz_store = [=] __device__(int64_t gz_i, Compute total_3) {
    gz[gz_i] = static_cast<T>(total_3);
  };
  launch.reduce_each(gz.numel(), gz_fibre.size(), opgen::Sum<Compute>(), gz_term, gz_store);
  return launch.status();
}

ZOO_DIV_GRAD_GRAD_CUDA_INSTANTIATE;
