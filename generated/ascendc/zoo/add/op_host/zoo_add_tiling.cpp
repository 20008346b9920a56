// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_add_tiling.h"

namespace optiling {

// Cuts the work of ZooAdd into blocks and tiles.
ge::graphStatus TilingOfZooAdd(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooAddTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  const opgen_tensor y_input = inputs.required(1);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor z_output = inputs.output(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({});
  nest0.tensor(x_input, {opgen::npu::kBatch});
  nest0.tensor(y_input, {opgen::npu::kBatch});
  nest0.tensor(z_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles0;
  roles0.kept = {};
  roles0.vector = opgen::npu::kBatch;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops, roles0)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = opgen::npu::share_of(data->loops, machine);
  data->tile = opgen::npu::tile_of(machine, 24, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops, data->tile);
  const uint64_t work = work0;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
