// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_elu_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooEluGrad into blocks and tiles.
ge::graphStatus TilingOfZooEluGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooEluGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double alpha = attributes.real(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(dy_input);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (data->total + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::tile_of(machine, 41, share);
  data->alpha_value = static_cast<float>(alpha);
  const uint64_t tiles = (data->total + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
