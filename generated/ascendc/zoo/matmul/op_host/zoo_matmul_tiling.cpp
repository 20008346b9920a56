// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_product_host.h"
#include "zoo_matmul_tiling.h"

namespace optiling {

// Cuts the work of ZooMatmul into blocks and tiles.
ge::graphStatus TilingOfZooMatmul(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooMatmulTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor a_input = inputs.required(0);
  const opgen_tensor b_input = inputs.required(1);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const bool transpose_a = attributes.truth(0);
  const bool transpose_b = attributes.truth(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor y_output = inputs.output(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Matrices a(a_input, transpose_a), b(b_input, transpose_b);
  const opgen::npu::Matrices y(y_output, false);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  if (!opgen::npu::fill_product(machine, a, b, y, &data->y)) return ge::GRAPH_FAILED;
  const uint64_t work = data->y.Items();
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
