// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_gather_tiling.h"

namespace optiling {

// Cuts the work of ZooGather into blocks and tiles.
ge::graphStatus TilingOfZooGather(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooGatherTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  const opgen_tensor index_input = inputs.required(1);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t axis = attributes.integer(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  if (!opgen::npu::indexed_elements(x_input, index_input, axis, &data->elements)) {
    return ge::GRAPH_FAILED;
  }
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  if (!opgen::npu::cut_taken(machine, opgen::npu::bytes_of(x_input), 0, &data->elements, &work)) {
    return ge::GRAPH_FAILED;
  }
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
