// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_embedding_tiling.h"

namespace optiling {

// Cuts the work of ZooEmbedding into blocks and tiles.
ge::graphStatus TilingOfZooEmbedding(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooEmbeddingTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor weight_input = inputs.required(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->total = opgen::npu::elements_of(weight_input);
  data->tile = opgen::npu::tile_of(machine, 64, data->total);
  return opgen::npu::start(context, 1);
}

}  // namespace optiling
