// Created by opgen from specs/zoo/optimizer.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/adamw_step/adamw_step_cpu.h"

#include "opgen_math.h"

// One step of AdamW for one parameter; adamw_step_ writes the three states in place
template <typename T>
opgen_status zoo_kernels::adamw_step(opgen_ctx* ctx, opgen::View<const T> param,
                                     opgen::View<const T> grad, opgen::View<const T> exp_avg,
                                     opgen::View<const T> exp_avg_sq, opgen::View<T> new_param,
                                     opgen::View<T> new_exp_avg, opgen::View<T> new_exp_avg_sq,
                                     int64_t step, double lr, double beta1, double beta2,
                                     double eps, double weight_decay) {
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
  for (int64_t i = 0; i < count; ++i) {
    const Compute exp_avg_i = exp_avg[i];
    const Compute grad_i = grad[i];
    const Compute exp_avg_sq_i = exp_avg_sq[i];
    new_exp_avg[i] = static_cast<T>(beta1_value * exp_avg_i + scalar * grad_i);
    new_exp_avg_sq[i] = static_cast<T>(beta2_value * exp_avg_sq_i + scalar_2 * grad_i * grad_i);
  }
  const Compute size = scalar_3;
  for (int64_t i = 0; i < count; ++i) {
    const Compute new_exp_avg_sq_i = new_exp_avg_sq[i];
    const Compute param_i = param[i];
    const Compute new_exp_avg_i = new_exp_avg[i];
    const Compute root = std::sqrt(new_exp_avg_sq_i / scalar_4) + eps_value;
    new_param[i] = static_cast<T>(param_i * scalar_5 - size * new_exp_avg_i / root);
  }
  return OPGEN_OK;
}

ZOO_ADAMW_STEP_CPU_INSTANTIATE;
