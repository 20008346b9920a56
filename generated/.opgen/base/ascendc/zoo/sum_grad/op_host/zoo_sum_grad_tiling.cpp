// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_sum_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooSumGrad into blocks and tiles.
ge::graphStatus TilingOfZooSumGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooSumGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  const opgen_tensor x_input = inputs.required(1);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const std::vector<int64_t>& axes = attributes.integers(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor dx_output = inputs.output(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({0});
  nest0.tensor(dy_input, {opgen::npu::kBatch});
  nest0.tensor(dx_output, {opgen::npu::kBatch, 0});
  nest0.split(axes, x_input);
  opgen::npu::Roles roles0;
  roles0.kept = {opgen::npu::kBatch, 0};
  roles0.vector = opgen::npu::kAny;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops, roles0)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = opgen::npu::share_of(data->loops, machine);
  data->tile = opgen::npu::tile_of(machine, 20, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops, data->tile);
  const uint64_t work = work0;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
