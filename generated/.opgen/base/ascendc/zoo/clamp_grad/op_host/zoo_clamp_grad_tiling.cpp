// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_clamp_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooClampGrad into blocks and tiles.
ge::graphStatus TilingOfZooClampGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooClampGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->total = opgen::npu::elements_of(dy_input);
  data->tile = opgen::npu::tile_of(machine, 64, data->total);
  return opgen::npu::start(context, 1);
}

}  // namespace optiling
