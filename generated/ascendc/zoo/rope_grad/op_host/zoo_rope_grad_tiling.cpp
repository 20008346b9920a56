// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo_rope_grad_tiling.h"

#include "zoo_rotation_host.h"

namespace optiling {

// Cuts the work of ZooRopeGrad into blocks and tiles.
ge::graphStatus TilingOfZooRopeGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooRopeGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  return zoo::tile_rotation(context, &data->rotation);
}

}  // namespace optiling
