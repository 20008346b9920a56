// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/where_grad_grad/where_grad_grad_cpu.h"

#include "opgen_loops.h"

// Gradient of where_grad
template <typename T, typename B>
opgen_status zoo_kernels::where_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                          opgen::View<const T> ddy, opgen::View<const T> dz,
                                          opgen::View<const B> condition, opgen::View<T> gdz) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(ddx).with(ddy).with(dz).with(condition);
  const opgen::BatchIndex condition_at(condition, shape);
  const opgen::BatchIndex ddy_at(ddy, shape);
  const opgen::BatchIndex ddx_at(ddx, shape);
  const opgen::BatchIndex gdz_at(gdz, shape);
  const int64_t count = shape.numel();
  opgen::Scratch<Compute> gdz_sum(gdz.numel());
  const opgen::Walk walk(count, condition_at, ddy_at, ddx_at, gdz_at);
  walk.for_each([&](int64_t, int64_t at_condition, int64_t at_ddy, int64_t at_ddx, int64_t at_gdz) {
    const bool condition_i = condition[at_condition];
    const Compute ddy_i = ddy[at_ddy];
    const Compute ddx_i = ddx[at_ddx];
    gdz_sum[at_gdz] += !condition_i ? ddy_i : ddx_i;
  });
  for (int64_t at = 0; at < gdz.numel(); ++at) {
    gdz[at] = static_cast<T>(gdz_sum[at]);
  }
  return OPGEN_OK;
}

ZOO_WHERE_GRAD_GRAD_CPU_INSTANTIATE;
