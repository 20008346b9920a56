// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/clamp_grad_grad/clamp_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of clamp_grad
template <typename T>
opgen_status zoo_kernels::cuda::clamp_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddx,
                                                opgen::View<const T> x, opgen::View<T> gdy,
                                                double low, bool has_low, double high,
                                                bool has_high) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = gdy.numel();
  const bool condition = !has_low;
  const Compute low_value = static_cast<Compute>(low);
  const bool condition_2 = !has_high;
  const Compute high_value = static_cast<Compute>(high);
  opgen::Launch launch(ctx, "clamp_grad_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute ddx_value = ddx[i];
    const bool part = (has_low ? opgen::maximum(x_value, low_value) : x_value) < high_value;
    const bool part_2 = (condition || x_value > low_value) && (condition_2 || part);
    gdy[i] = static_cast<T>(part_2 ? ddx_value : Compute(0));
  });
  return launch.status();
}

ZOO_CLAMP_GRAD_GRAD_CUDA_INSTANTIATE;
