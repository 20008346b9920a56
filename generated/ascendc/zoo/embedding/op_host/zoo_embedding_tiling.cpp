// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_embedding_tiling.h"

namespace optiling {

// Cuts the work of ZooEmbedding into blocks and tiles.
ge::graphStatus TilingOfZooEmbedding(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooEmbeddingTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor weight_input = inputs.required(0);
  const opgen_tensor index_input = inputs.required(1);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  if (weight_input.ndim != 2) return ge::GRAPH_FAILED;
  const uint64_t count = opgen::npu::elements_of(index_input);
  const auto size = static_cast<uint64_t>(weight_input.shape[0]);
  const auto length = static_cast<uint64_t>(weight_input.shape[1]);
  data->rows = {1, size, count, length, -1, 1, 1, 1};
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  if (!opgen::npu::cut_taken(machine, opgen::npu::bytes_of(weight_input), &data->rows, &work)) {
    return ge::GRAPH_FAILED;
  }
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
