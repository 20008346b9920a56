// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/maximum_grad/maximum_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of maximum
template <typename T>
opgen_status zoo_kernels::cuda::maximum_grad(opgen_ctx* ctx, opgen::View<const T> dz,
                                             opgen::View<const T> x, opgen::View<const T> y,
                                             opgen::View<T> dx, opgen::View<T> dy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(dz).with(x).with(y);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex y_at(y, shape);
  const opgen::BatchFibre dx_fibre(dx, shape);
  const opgen::BatchFibre dy_fibre(dy, shape);
  opgen::Launch launch(ctx, "maximum_grad");
  const auto dx_term = [=] __device__(int64_t dx_i, int64_t other) -> Compute {
    const int64_t i = dx_fibre.at(dx_i, other);
    const Compute dz_value = dz[dz_at[i]];
    const Compute x_value = x[x_at[i]];
    const Compute y_value = y[y_at[i]];
    const Compute part = x_value == y_value ? Compute(0.5) : Compute(0);
    return dz_value * (x_value > y_value ? Compute(1) : part);
  };
  const auto dx_store = [=] __device__(int64_t dx_i, Compute total) {
    dx[dx_i] = static_cast<T>(total);
  };
  launch.reduce_each(dx.numel(), dx_fibre.size(), opgen::Sum<Compute>(), dx_term, dx_store);
  const auto dy_term = [=] __device__(int64_t dy_i, int64_t other_2) -> Compute {
    const int64_t i = dy_fibre.at(dy_i, other_2);
    const Compute dz_value = dz[dz_at[i]];
    const Compute y_value = y[y_at[i]];
    const Compute x_value = x[x_at[i]];
    const Compute part_2 = x_value == y_value ? Compute(0.5) : Compute(0);
    return dz_value * (y_value > x_value ? Compute(1) : part_2);
  };
  const auto dy_store = [=] __device__(int64_t dy_i, Compute total_2) {
    dy[dy_i] = static_cast<T>(total_2);
  };
  launch.reduce_each(dy.numel(), dy_fibre.size(), opgen::Sum<Compute>(), dy_term, dy_store);
  return launch.status();
}

ZOO_MAXIMUM_GRAD_CUDA_INSTANTIATE;
