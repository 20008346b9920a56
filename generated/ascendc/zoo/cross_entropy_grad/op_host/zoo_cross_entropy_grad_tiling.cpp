// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo_cross_entropy_grad_tiling.h"

#include "zoo_scored_rows_host.h"

namespace optiling {

// Cuts the work of ZooCrossEntropyGrad into blocks and tiles.
ge::graphStatus TilingOfZooCrossEntropyGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooCrossEntropyGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  return zoo::tile_cross_entropy(context, 1, &data->entropy);
}

}  // namespace optiling
