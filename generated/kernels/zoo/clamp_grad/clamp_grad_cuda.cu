// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/clamp_grad/clamp_grad_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Gradient of clamp
template <typename T>
opgen_status zoo_kernels::cuda::clamp_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                           opgen::View<const T> x, opgen::View<T> dx, double low,
                                           bool has_low, double high, bool has_high) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = dx.numel();
  const Compute low_value = static_cast<Compute>(low);
  const bool condition = !has_low;
  const bool condition_2 = !has_high;
  const Compute high_value = static_cast<Compute>(high);
  opgen::Launch launch(ctx, "clamp_grad");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[i];
    const Compute raised = has_low ? opgen::maximum(x_value, low_value) : x_value;
    const Compute dy_value = dy[i];
    const Compute part = condition_2 || raised < high_value ? dy_value : Compute(0);
    dx[i] = static_cast<T>(condition || x_value > low_value ? part : Compute(0));
  });
  return launch.status();
}

ZOO_CLAMP_GRAD_CUDA_INSTANTIATE;
