// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_stack_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooStackGrad into blocks and tiles.
ge::graphStatus TilingOfZooStackGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooStackGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t axis = attributes.integer(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  if (!opgen::npu::look_along(&data->whole, dy_input, axis)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->tile = opgen::npu::tile_of(machine, 2, machine.buffer);
  const uint64_t most = opgen::npu::elements_of(dy_input);
  return opgen::npu::start(context, std::min<uint64_t>(most, machine.cores));
}

}  // namespace optiling
