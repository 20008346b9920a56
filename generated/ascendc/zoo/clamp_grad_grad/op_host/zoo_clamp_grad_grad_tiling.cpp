// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_clamp_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooClampGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooClampGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooClampGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double low = attributes.real(0);
  const bool has_low = attributes.truth(1);
  const double high = attributes.real(2);
  const bool has_high = attributes.truth(3);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(ddx_input);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (data->total + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::tile_of(machine, 33, share);
  data->condition = static_cast<uint32_t>(!has_low);
  data->condition_2 = static_cast<uint32_t>(!has_high);
  data->has_low_value = static_cast<uint32_t>(has_low);
  data->low_value = static_cast<float>(low);
  data->high_value = static_cast<float>(high);
  const uint64_t tiles = (data->total + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
