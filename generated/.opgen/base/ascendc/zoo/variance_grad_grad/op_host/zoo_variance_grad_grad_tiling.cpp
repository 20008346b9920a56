// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_variance_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooVarianceGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooVarianceGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooVarianceGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor dy_input = inputs.required(1);
  const opgen_tensor x_input = inputs.required(2);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const std::vector<int64_t>& axes = attributes.integers(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest({0});
  nest.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest.tensor(dy_input, {opgen::npu::kBatch});
  nest.tensor(x_input, {opgen::npu::kBatch, 0});
  nest.tensor(gdy_output, {opgen::npu::kBatch});
  nest.tensor(gx_output, {opgen::npu::kBatch, 0});
  nest.split(axes, ddx_input);
  opgen::npu::Nest nest0({0});
  nest0.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest0.tensor(x_input, {opgen::npu::kBatch, 0});
  nest0.tensor(gdy_output, {opgen::npu::kBatch});
  nest0.tensor(dy_input, {opgen::npu::kBatch});
  nest0.tensor(gx_output, {opgen::npu::kBatch, 0});
  nest0.split(axes, ddx_input);
  opgen::npu::Roles roles0;
  roles0.kept = {opgen::npu::kBatch};
  roles0.vector = 0;
  roles0.vector_is_kept = false;
  roles0.is_split = false;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops, roles0)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = opgen::npu::share_of(data->loops, machine);
  data->tile = opgen::npu::tile_of(machine, 44, share);
  data->scalar = static_cast<float>(nest.size(0));
  const uint64_t work0 = opgen::npu::cut(&data->loops, data->tile);
  const uint64_t work = work0;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
