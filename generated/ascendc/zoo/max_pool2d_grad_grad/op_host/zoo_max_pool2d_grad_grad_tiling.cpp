// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_max_pool2d_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooMaxPool2dGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooMaxPool2dGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooMaxPool2dGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor indices_input = inputs.required(1);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Sizes sizes = opgen::npu::sizes_of(ddx_input);
  const opgen::npu::Sizes windows = opgen::npu::sizes_of(indices_input);
  const size_t rank = sizes.size();
  if (rank < 2 || windows.size() != rank) return ge::GRAPH_FAILED;
  // Each image is a line, with an index for each window.
  opgen::npu::indexed_lines(opgen::npu::product_of(sizes, 0, rank - 2),
                            opgen::npu::product_of(sizes, rank - 2, rank),
                            opgen::npu::product_of(windows, rank - 2, rank), false,
                            &data->elements);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  if (!opgen::npu::cut_taken(machine, opgen::npu::bytes_of(ddx_input), 0, &data->elements, &work)) {
    return ge::GRAPH_FAILED;
  }
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
