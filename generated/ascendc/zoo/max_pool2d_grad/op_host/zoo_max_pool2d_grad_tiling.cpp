// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_max_pool2d_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooMaxPool2dGrad into blocks and tiles.
ge::graphStatus TilingOfZooMaxPool2dGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooMaxPool2dGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  const opgen_tensor x_input = inputs.required(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Sizes sizes = opgen::npu::sizes_of(x_input);
  const opgen::npu::Sizes windows = opgen::npu::sizes_of(dy_input);
  const size_t rank = sizes.size();
  if (rank < 2 || windows.size() != rank) return ge::GRAPH_FAILED;
  // Each image is a line, with an index for each window.
  opgen::npu::indexed_lines(opgen::npu::product_of(sizes, 0, rank - 2),
                            opgen::npu::product_of(sizes, rank - 2, rank),
                            opgen::npu::product_of(windows, rank - 2, rank), false,
                            &data->elements);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  if (!opgen::npu::cut_added(machine, opgen::npu::bytes_of(x_input), &data->elements, &work)) {
    return ge::GRAPH_FAILED;
  }
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
