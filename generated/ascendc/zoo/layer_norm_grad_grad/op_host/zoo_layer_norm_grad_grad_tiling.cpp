// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_layer_norm_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooLayerNormGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooLayerNormGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooLayerNormGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddweight_input = inputs.required(1);
  const opgen_tensor ddbias_input = inputs.required(2);
  const opgen_tensor dy_input = inputs.required(3);
  const opgen_tensor x_input = inputs.required(4);
  const opgen_tensor weight_input = inputs.optional(5);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double eps = attributes.real(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  const opgen_tensor gweight_output = inputs.output(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const bool weight = weight_input.ndim >= 0;
  opgen::npu::Nest nest({0});
  nest.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest.tensor(ddweight_input, {0});
  nest.tensor(ddbias_input, {0});
  nest.tensor(dy_input, {opgen::npu::kBatch, 0});
  nest.tensor(x_input, {opgen::npu::kBatch, 0});
  nest.tensor(weight_input, {0});
  nest.tensor(gdy_output, {opgen::npu::kBatch, 0});
  nest.tensor(gx_output, {opgen::npu::kBatch, 0});
  nest.tensor(gweight_output, {0});
  opgen::npu::Nest nest0({0});
  nest0.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest0.tensor(ddweight_input, {0});
  nest0.tensor(ddbias_input, {0});
  nest0.tensor(x_input, {opgen::npu::kBatch, 0});
  nest0.tensor(weight_input, {0});
  nest0.tensor(gdy_output, {opgen::npu::kBatch, 0});
  opgen::npu::Roles roles0;
  roles0.kept = {opgen::npu::kBatch};
  roles0.vector = 0;
  roles0.vector_is_kept = true;
  roles0.is_split = false;
  roles0.is_joined = false;
  roles0.like = 5;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0});
  nest1.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest1.tensor(ddweight_input, {0});
  nest1.tensor(dy_input, {opgen::npu::kBatch, 0});
  nest1.tensor(x_input, {opgen::npu::kBatch, 0});
  nest1.tensor(weight_input, {0});
  nest1.tensor(gx_output, {opgen::npu::kBatch, 0});
  opgen::npu::Roles roles1;
  roles1.kept = {opgen::npu::kBatch};
  roles1.vector = 0;
  roles1.vector_is_kept = true;
  roles1.is_split = false;
  roles1.is_joined = false;
  roles1.like = 5;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({0});
  nest2.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest2.tensor(dy_input, {opgen::npu::kBatch, 0});
  nest2.tensor(x_input, {opgen::npu::kBatch, 0});
  nest2.tensor(gweight_output, {0});
  opgen::npu::Roles roles2;
  roles2.kept = {};
  roles2.vector = 0;
  roles2.vector_is_kept = true;
  roles2.is_split = false;
  roles2.is_joined = false;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine)});
  data->tile = opgen::npu::tile_of(machine, 100, share);
  data->has_weight = static_cast<uint32_t>(weight);
  data->eps_value = static_cast<float>(eps);
  data->scalar = static_cast<float>(nest.size(0));
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
