// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_product_host.h"
#include "zoo_matmul_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooMatmulGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooMatmulGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooMatmulGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(2);
  const opgen_tensor a_input = inputs.required(3);
  const opgen_tensor b_input = inputs.required(4);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const bool transpose_a = attributes.truth(0);
  const bool transpose_b = attributes.truth(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Matrices a(a_input, transpose_a), b(b_input, transpose_b);
  const opgen::npu::Matrices dy(dy_input, false);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  if (!opgen::npu::fill_product(machine, a, b, dy, &data->gdy)) return ge::GRAPH_FAILED;
  if (!opgen::npu::fill_product(machine, dy, b.transposed(), a, &data->ga)) return ge::GRAPH_FAILED;
  if (!opgen::npu::fill_product(machine, a.transposed(), dy, b, &data->gb)) return ge::GRAPH_FAILED;
  const uint64_t work = std::max<uint64_t>({data->gdy.Items(), data->ga.Items(), data->gb.Items()});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
