// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo_cross_entropy_tiling.h"

#include "zoo_scored_rows_host.h"

namespace optiling {

// Cuts the work of ZooCrossEntropy into blocks and tiles.
ge::graphStatus TilingOfZooCrossEntropy(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooCrossEntropyTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  return zoo::tile_cross_entropy(context, 0, &data->entropy);
}

}  // namespace optiling
