// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/dropout_grad/dropout_grad_cuda.h"

#include "opgen_cuda.h"

// Gradient of dropout
template <typename T, typename B>
opgen_status zoo_kernels::cuda::dropout_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                             opgen::View<const B> mask, opgen::View<T> dx,
                                             double p) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute scalar = static_cast<Compute>(1 - p);
  opgen::Launch launch(ctx, "dropout_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const bool mask_value = mask[i];
    const Compute dy_value = dy[i];
    dx[i] = static_cast<T>(mask_value ? dy_value / scalar : Compute(0));
  });
  return launch.status();
}

ZOO_DROPOUT_GRAD_CUDA_INSTANTIATE;
