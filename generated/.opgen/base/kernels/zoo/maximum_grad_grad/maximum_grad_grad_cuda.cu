// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/maximum_grad_grad/maximum_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of maximum_grad
template <typename T>
opgen_status zoo_kernels::cuda::maximum_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                  opgen::View<const T> ddy, opgen::View<const T> dz,
                                                  opgen::View<const T> x, opgen::View<const T> y,
                                                  opgen::View<T> gdz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(x).with(y);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchFibre gdz_fibre(gdz, shape);
  opgen::Launch launch(ctx, "maximum_grad_grad");
  const auto gdz_term = [=] __device__(int64_t gdz_i, int64_t other) -> Compute {
    const int64_t i = gdz_fibre.at(gdz_i, other);
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute y_value = y[y_at[i]];
    const Compute x_value = x[x_at[i]];
    const Compute ddx_value = ddx[ddx_at[i]];
    const Compute part = x_value == y_value ? Compute(0.5) : Compute(0);
    const Compute part_2 = ddy_value * (y_value > x_value ? Compute(1) : part);
    return part_2 + ddx_value * (x_value > y_value ? Compute(1) : part);
  };
  const auto gdz_store = [=] __device__(int64_t gdz_i, Compute total) {
    gdz[gdz_i] = static_cast<T>(total);
  };
  launch.reduce_each(gdz.numel(), gdz_fibre.size(), opgen::Sum<Compute>(), gdz_term, gdz_store);
  return launch.status();
}

ZOO_MAXIMUM_GRAD_GRAD_CUDA_INSTANTIATE;
