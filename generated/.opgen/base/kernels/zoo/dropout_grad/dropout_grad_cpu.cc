// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/dropout_grad/dropout_grad_cpu.h"

// Gradient of dropout
template <typename T, typename B>
opgen_status zoo_kernels::dropout_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                       opgen::View<const B> mask, opgen::View<T> dx, double p) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute scalar = static_cast<Compute>(1 - p);
  for (int64_t i = 0; i < count; ++i) {
    const bool mask_i = mask[i];
    const Compute dy_i = dy[i];
    dx[i] = static_cast<T>(mask_i ? dy_i / scalar : Compute(0));
  }
  return OPGEN_OK;
}

ZOO_DROPOUT_GRAD_CPU_INSTANTIATE;
