// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_matmul_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooMatmulGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooMatmulGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooMatmulGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dda_input = inputs.required(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->total = opgen::npu::elements_of(dda_input);
  data->tile = opgen::npu::tile_of(machine, 64, data->total);
  return opgen::npu::start(context, 1);
}

}  // namespace optiling
