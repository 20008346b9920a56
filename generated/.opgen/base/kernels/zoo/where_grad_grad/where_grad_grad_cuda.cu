// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/where_grad_grad/where_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of where_grad
template <typename T, typename B>
opgen_status zoo_kernels::cuda::where_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                opgen::View<const T> ddy, opgen::View<const T> dz,
                                                opgen::View<const B> condition,
                                                opgen::View<T> gdz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(condition);
  const opgen::BatchIndex condition_at(condition, shape);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchFibre gdz_fibre(gdz, shape);
  opgen::Launch launch(ctx, "where_grad_grad");
  const auto gdz_term = [=] __device__(int64_t gdz_i, int64_t other) -> Compute {
    const int64_t i = gdz_fibre.at(gdz_i, other);
    const bool condition_value = condition[condition_at[i]];
    const Compute ddy_value = ddy[ddy_at[i]];
    const Compute ddx_value = ddx[ddx_at[i]];
    return !condition_value ? ddy_value : ddx_value;
  };
  const auto gdz_store = [=] __device__(int64_t gdz_i, Compute total) {
    gdz[gdz_i] = static_cast<T>(total);
  };
  launch.reduce_each(gdz.numel(), gdz_fibre.size(), opgen::Sum<Compute>(), gdz_term, gdz_store);
  return launch.status();
}

ZOO_WHERE_GRAD_GRAD_CUDA_INSTANTIATE;
