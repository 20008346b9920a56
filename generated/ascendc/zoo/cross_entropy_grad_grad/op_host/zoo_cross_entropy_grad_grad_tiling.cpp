// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo_cross_entropy_grad_grad_tiling.h"

#include "zoo_scored_rows_host.h"

namespace optiling {

// Cuts the work of ZooCrossEntropyGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooCrossEntropyGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooCrossEntropyGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  return zoo::tile_cross_entropy(context, 2, &data->entropy);
}

}  // namespace optiling
