// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_batch_norm_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooBatchNormGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooBatchNormGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooBatchNormGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddweight_input = inputs.required(1);
  const opgen_tensor ddbias_input = inputs.required(2);
  const opgen_tensor ddrunning_mean_input = inputs.required(3);
  const opgen_tensor ddrunning_var_input = inputs.required(4);
  const opgen_tensor dy_input = inputs.required(5);
  const opgen_tensor dnew_var_input = inputs.required(6);
  const opgen_tensor x_input = inputs.required(7);
  const opgen_tensor weight_input = inputs.required(8);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double momentum = attributes.real(0);
  const double eps = attributes.real(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gdnew_mean_output = inputs.output(1);
  const opgen_tensor gdnew_var_output = inputs.output(2);
  const opgen_tensor gx_output = inputs.output(3);
  const opgen_tensor gweight_output = inputs.output(4);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest({0, 1, 2, 3});
  nest.tensor(ddx_input, {0, 1, 2, 3});
  nest.tensor(ddweight_input, {1});
  nest.tensor(ddbias_input, {1});
  nest.tensor(ddrunning_mean_input, {1});
  nest.tensor(ddrunning_var_input, {1});
  nest.tensor(dy_input, {0, 1, 2, 3});
  nest.tensor(dnew_var_input, {1});
  nest.tensor(x_input, {0, 1, 2, 3});
  nest.tensor(weight_input, {1});
  nest.tensor(gdy_output, {0, 1, 2, 3});
  nest.tensor(gdnew_mean_output, {1});
  nest.tensor(gdnew_var_output, {1});
  nest.tensor(gx_output, {0, 1, 2, 3});
  nest.tensor(gweight_output, {1});
  opgen::npu::Nest nest0({0, 1, 2, 3});
  nest0.tensor(ddx_input, {0, 1, 2, 3});
  nest0.tensor(ddweight_input, {1});
  nest0.tensor(ddbias_input, {1});
  nest0.tensor(x_input, {0, 1, 2, 3});
  nest0.tensor(weight_input, {1});
  nest0.tensor(gdy_output, {0, 1, 2, 3});
  nest0.tensor(ddrunning_mean_input, {1});
  nest0.tensor(gdnew_mean_output, {1});
  nest0.tensor(ddrunning_var_input, {1});
  nest0.tensor(gdnew_var_output, {1});
  nest0.tensor(dy_input, {0, 1, 2, 3});
  nest0.tensor(dnew_var_input, {1});
  nest0.tensor(gx_output, {0, 1, 2, 3});
  nest0.tensor(gweight_output, {1});
  opgen::npu::Roles roles0;
  roles0.kept = {1};
  roles0.vector = 3;
  roles0.vector_is_kept = false;
  roles0.is_split = false;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops, roles0)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = opgen::npu::share_of(data->loops, machine);
  data->tile = opgen::npu::tile_of(machine, 100, share);
  data->eps_value = static_cast<float>(eps);
  data->scalar = static_cast<float>(nest.size(0) * nest.size(2) * nest.size(3));
  data->scalar_2 = static_cast<float>(1 - momentum);
  data->momentum_value = static_cast<float>(momentum);
  data->scalar_3 = static_cast<float>(2 * momentum *
                                      static_cast<double>(nest.size(0) * nest.size(2) *
                                                          nest.size(3)));
  data->scalar_4 = static_cast<float>(nest.size(0) * nest.size(2) * nest.size(3) *
                                      opgen::maximum(nest.size(0) * nest.size(2) * nest.size(3) - 1,
                                                     int64_t(1)));
  data->scalar_5 = static_cast<float>(opgen::maximum(nest.size(0) * nest.size(2) * nest.size(3) - 1,
                                                     int64_t(1)));
  const uint64_t work0 = opgen::npu::cut(&data->loops, data->tile);
  const uint64_t work = work0;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
