// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/mean_grad/mean_grad_cpu.h"

#include "opgen_loops.h"
#include "opgen_split.h"

// Gradient of mean
template <typename T>
opgen_status zoo_kernels::mean_grad(opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> x,
                                    opgen::View<T> dx, opgen::Array<int64_t> axes, bool keepdim) {
  using Compute = opgen::ComputeType<T>;
  const opgen::SplitAxes split(x, axes);
  const int64_t kept = split.kept();
  const int64_t reduced = split.reduced();
  opgen::Scratch<Compute> invariant_values(kept);
  for (int64_t i = 0; i < kept; ++i) {
    const Compute dy_value = dy[i];
    invariant_values[i] = dy_value / static_cast<Compute>(reduced);
  }
  split.for_each([&](int64_t at, int64_t i) { dx[at] = static_cast<T>(invariant_values[i]); });
  return OPGEN_OK;
}

ZOO_MEAN_GRAD_CPU_INSTANTIATE;
