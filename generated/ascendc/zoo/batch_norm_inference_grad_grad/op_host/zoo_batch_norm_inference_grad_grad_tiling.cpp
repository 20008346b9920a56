// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_batch_norm_inference_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooBatchNormInferenceGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooBatchNormInferenceGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooBatchNormInferenceGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddweight_input = inputs.required(1);
  const opgen_tensor ddbias_input = inputs.required(2);
  const opgen_tensor ddrunning_mean_input = inputs.required(3);
  const opgen_tensor ddrunning_var_input = inputs.required(4);
  const opgen_tensor dy_input = inputs.required(5);
  const opgen_tensor x_input = inputs.required(6);
  const opgen_tensor weight_input = inputs.required(7);
  const opgen_tensor running_mean_input = inputs.required(8);
  const opgen_tensor running_var_input = inputs.required(9);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double eps = attributes.real(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  const opgen_tensor gweight_output = inputs.output(2);
  const opgen_tensor grunning_mean_output = inputs.output(3);
  const opgen_tensor grunning_var_output = inputs.output(4);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({0, 1, 2, 3});
  nest0.tensor(ddx_input, {0, 1, 2, 3});
  nest0.tensor(ddweight_input, {1});
  nest0.tensor(ddbias_input, {1});
  nest0.tensor(ddrunning_mean_input, {1});
  nest0.tensor(ddrunning_var_input, {1});
  nest0.tensor(x_input, {0, 1, 2, 3});
  nest0.tensor(weight_input, {1});
  nest0.tensor(running_mean_input, {1});
  nest0.tensor(running_var_input, {1});
  nest0.tensor(gdy_output, {0, 1, 2, 3});
  nest0.tensor(dy_input, {0, 1, 2, 3});
  nest0.tensor(gx_output, {0, 1, 2, 3});
  opgen::npu::Roles roles0;
  roles0.kept = {0, 1, 2};
  roles0.vector = 3;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0, 1, 2, 3});
  nest1.tensor(ddx_input, {0, 1, 2, 3});
  nest1.tensor(ddrunning_mean_input, {1});
  nest1.tensor(ddrunning_var_input, {1});
  nest1.tensor(dy_input, {0, 1, 2, 3});
  nest1.tensor(x_input, {0, 1, 2, 3});
  nest1.tensor(running_mean_input, {1});
  nest1.tensor(running_var_input, {1});
  nest1.tensor(gweight_output, {1});
  nest1.tensor(ddweight_input, {1});
  nest1.tensor(weight_input, {1});
  nest1.tensor(grunning_mean_output, {1});
  nest1.tensor(grunning_var_output, {1});
  opgen::npu::Roles roles1;
  roles1.kept = {1};
  roles1.vector = 3;
  roles1.vector_is_kept = false;
  roles1.is_split = false;
  roles1.is_joined = true;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine)});
  data->tile = opgen::npu::tile_of(machine, 104, share);
  data->eps_value = static_cast<float>(eps);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
