// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mul_grad_grad/mul_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of mul_grad
template <typename T>
opgen_status zoo_kernels::cuda::mul_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                              opgen::View<const T> ddy, opgen::View<const T> dz,
                                              opgen::View<const T> x, opgen::View<const T> y,
                                              opgen::View<T> gdz, opgen::View<T> gx,
                                              opgen::View<T> gy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(x).with(y);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchFibre gdz_fibre(gdz, shape);
  const opgen::BatchFibre gx_fibre(gx, shape);
  const opgen::BatchFibre gy_fibre(gy, shape);
  opgen::Launch launch(ctx, "mul_grad_grad");
  const auto gdz_term = [=] __device__(int64_t gdz_i, int64_t other) -> Compute {
    const int64_t i = gdz_fibre.at(gdz_i, other);
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute x_value = x[x_at[i]];
    const Compute ddx_value = ddx[ddx_at[i]];
    const Compute y_value = y[y_at[i]];
    return ddy_value * x_value + ddx_value * y_value;
  };
  const auto gdz_store = [=] __device__(int64_t gdz_i, Compute total) {
    gdz[gdz_i] = static_cast<T>(total);
  };
  launch.reduce_each(gdz.numel(), gdz_fibre.size(), opgen::Sum<Compute>(), gdz_term, gdz_store);
  const auto gx_term = [=] __device__(int64_t gx_i, int64_t other_2) -> Compute {
    const int64_t i = gx_fibre.at(gx_i, other_2);
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute dz_value = dz[dz_at[i]];
    return ddy_value * dz_value;
  };
  const auto gx_store = [=] __device__(int64_t gx_i, Compute total_2) {
    gx[gx_i] = static_cast<T>(total_2);
  };
  launch.reduce_each(gx.numel(), gx_fibre.size(), opgen::Sum<Compute>(), gx_term, gx_store);
  const auto gy_term = [=] __device__(int64_t gy_i, int64_t other_3) -> Compute {
    const int64_t i = gy_fibre.at(gy_i, other_3);
    const Compute ddx_value = ddx[ddx_at[i]];
    const Compute dz_value = dz[dz_at[i]];
    return ddx_value * dz_value;
  };
  const auto gy_store = [=] __device__(int64_t gy_i, Compute total_3) {
    gy[gy_i] = static_cast<T>(total_3);
  };
  launch.reduce_each(gy.numel(), gy_fibre.size(), opgen::Sum<Compute>(), gy_term, gy_store);
  return launch.status();
}

ZOO_MUL_GRAD_GRAD_CUDA_INSTANTIATE;
