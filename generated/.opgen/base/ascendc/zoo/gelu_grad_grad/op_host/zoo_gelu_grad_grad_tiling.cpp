// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_gelu_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooGeluGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooGeluGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooGeluGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(ddx_input);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (data->total + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::tile_of(machine, 60, share);
  data->scalar = static_cast<float>(std::sqrt(double(2)));
  const uint64_t tiles = (data->total + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
