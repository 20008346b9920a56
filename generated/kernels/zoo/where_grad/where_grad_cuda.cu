// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/where_grad/where_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of where
template <typename T, typename B>
opgen_status zoo_kernels::cuda::where_grad(opgen_ctx* ctx, opgen::View<const T> dz,
                                           opgen::View<const B> condition, opgen::View<const T> x,
                                           opgen::View<const T> y, opgen::View<T> dx,
                                           opgen::View<T> dy) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(dz).with(condition).with(x).with(y);
  const opgen::BatchIndex condition_at(condition, shape);
  const opgen::BatchIndex dz_at(dz, shape);
  const opgen::BatchFibre dx_fibre(dx, shape);
  const opgen::BatchFibre dy_fibre(dy, shape);
  opgen::Launch launch(ctx, "where_grad");
  const auto dx_term = [=] __device__(int64_t dx_i, int64_t other) -> Compute {
    const int64_t i = dx_fibre.at(dx_i, other);
    const bool condition_value = condition[condition_at[i]];
    const Compute dz_value = dz[dz_at[i]];
    return condition_value ? dz_value : Compute(0);
  };
  const auto dx_store = [=] __device__(int64_t dx_i, Compute total) {
    dx[dx_i] = static_cast<T>(total);
  };
  launch.reduce_each(dx.numel(), dx_fibre.size(), opgen::Sum<Compute>(), dx_term, dx_store);
  const auto dy_term = [=] __device__(int64_t dy_i, int64_t other_2) -> Compute {
    const int64_t i = dy_fibre.at(dy_i, other_2);
    const bool condition_value = condition[condition_at[i]];
    const Compute dz_value = dz[dz_at[i]];
    return !condition_value ? dz_value : Compute(0);
  };
  const auto dy_store = [=] __device__(int64_t dy_i, Compute total_2) {
    dy[dy_i] = static_cast<T>(total_2);
  };
  launch.reduce_each(dy.numel(), dy_fibre.size(), opgen::Sum<Compute>(), dy_term, dy_store);
  return launch.status();
}

ZOO_WHERE_GRAD_CUDA_INSTANTIATE;
