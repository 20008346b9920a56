// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_linear_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooLinearGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooLinearGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooLinearGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddweight_input = inputs.required(1);
  const opgen_tensor ddbias_input = inputs.required(2);
  const opgen_tensor dy_input = inputs.required(3);
  const opgen_tensor x_input = inputs.required(4);
  const opgen_tensor weight_input = inputs.required(5);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  const opgen_tensor gweight_output = inputs.output(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({0, 1});
  nest0.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest0.tensor(ddweight_input, {1, 0});
  nest0.tensor(ddbias_input, {1});
  nest0.tensor(x_input, {opgen::npu::kBatch, 0});
  nest0.tensor(weight_input, {1, 0});
  nest0.tensor(gdy_output, {opgen::npu::kBatch, 1});
  opgen::npu::Roles roles0;
  roles0.kept = {opgen::npu::kBatch, 1};
  roles0.vector = 0;
  roles0.vector_is_kept = false;
  roles0.is_split = false;
  roles0.is_joined = false;
  roles0.like = 5;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0, 1});
  nest1.tensor(ddweight_input, {1, 0});
  nest1.tensor(dy_input, {opgen::npu::kBatch, 1});
  nest1.tensor(gx_output, {opgen::npu::kBatch, 0});
  opgen::npu::Roles roles1;
  roles1.kept = {opgen::npu::kBatch};
  roles1.vector = 0;
  roles1.vector_is_kept = true;
  roles1.is_split = true;
  roles1.is_joined = true;
  roles1.like = 2;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({0, 1});
  nest2.tensor(ddx_input, {opgen::npu::kBatch, 0});
  nest2.tensor(dy_input, {opgen::npu::kBatch, 1});
  nest2.tensor(gweight_output, {1, 0});
  opgen::npu::Roles roles2;
  roles2.kept = {1};
  roles2.vector = 0;
  roles2.vector_is_kept = true;
  roles2.is_split = true;
  roles2.is_joined = true;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine)});
  data->tile = opgen::npu::tile_of(machine, 76, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
