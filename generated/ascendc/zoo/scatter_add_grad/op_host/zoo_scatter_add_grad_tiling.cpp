// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_scatter_add_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooScatterAddGrad into blocks and tiles.
ge::graphStatus TilingOfZooScatterAddGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooScatterAddGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  const opgen_tensor index_input = inputs.required(1);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t axis = attributes.integer(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  if (!opgen::npu::indexed_elements(dy_input, index_input, axis, &data->elements)) {
    return ge::GRAPH_FAILED;
  }
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  const uint64_t bytes = opgen::npu::bytes_of(dy_input);
  data->total = opgen::npu::elements_of(dy_input);
  const uint64_t share = (data->total + machine.cores - 1) / machine.cores;
  data->tile = std::min(opgen::npu::tile_of(machine, 2 * bytes, share), 4096u);
  const uint64_t reserved = 2 * bytes * data->tile;
  if (!opgen::npu::cut_taken(machine, bytes, reserved, &data->elements, &work)) {
    return ge::GRAPH_FAILED;
  }
  work = std::max(work, (data->total + data->tile - 1) / data->tile);
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
