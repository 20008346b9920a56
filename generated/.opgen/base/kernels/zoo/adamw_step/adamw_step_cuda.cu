// Created by opgen from specs/zoo/optimizer.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/adamw_step/adamw_step_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// One step of AdamW for one parameter; adamw_step_ writes the three states in place
template <typename T>
opgen_status zoo_kernels::cuda::adamw_step(opgen_ctx* ctx, opgen::View<const T> param,
                                           opgen::View<const T> grad, opgen::View<const T> exp_avg,
                                           opgen::View<const T> exp_avg_sq,
                                           opgen::View<T> new_param, opgen::View<T> new_exp_avg,
                                           opgen::View<T> new_exp_avg_sq, int64_t step, double lr,
                                           double beta1, double beta2, double eps,
                                           double weight_decay) {
  using Compute = opgen::ComputeType<T>;
  const int64_t count = new_param.numel();
  const Compute beta1_value = static_cast<Compute>(beta1);
  const Compute scalar = static_cast<Compute>(1 - beta1);
  const Compute beta2_value = static_cast<Compute>(beta2);
  const Compute scalar_2 = static_cast<Compute>(1 - beta2);
  const Compute scalar_3 =
      static_cast<Compute>(lr / (1 - std::pow(beta1, static_cast<double>(step))));
  const Compute scalar_4 = static_cast<Compute>(1 - std::pow(beta2, static_cast<double>(step)));
  const Compute eps_value = static_cast<Compute>(eps);
  const Compute scalar_5 = static_cast<Compute>(1 - lr * weight_decay);
  opgen::Launch launch(ctx, "adamw_step");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute exp_avg_value = exp_avg[i];
    const Compute grad_value = grad[i];
    const Compute new_exp_avg_value = beta1_value * exp_avg_value + scalar * grad_value;
    const Compute exp_avg_sq_value = exp_avg_sq[i];
    const Compute part = scalar_2 * grad_value * grad_value;
    const Compute new_exp_avg_sq_value = beta2_value * exp_avg_sq_value + part;
    new_exp_avg[i] = static_cast<T>(new_exp_avg_value);
    new_exp_avg_sq[i] = static_cast<T>(new_exp_avg_sq_value);
  });
  const opgen::Workspace<Compute> size_values(ctx, 1);
  launch.for_each(1, [=] __device__(int64_t at) { size_values[at] = scalar_3; });
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute new_exp_avg_sq_value = new_exp_avg_sq[i];
    const Compute root = std::sqrt(new_exp_avg_sq_value / scalar_4) + eps_value;
    const Compute param_value = param[i];
    const Compute new_exp_avg_value = new_exp_avg[i];
    const Compute part_2 = size_values[0] * new_exp_avg_value / root;
    new_param[i] = static_cast<T>(param_value * scalar_5 - part_2);
  });
  return launch.status();
}

ZOO_ADAMW_STEP_CUDA_INSTANTIATE;
