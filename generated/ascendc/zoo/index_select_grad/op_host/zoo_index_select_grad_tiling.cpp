// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_index_host.h"
#include "zoo_index_select_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooIndexSelectGrad into blocks and tiles.
ge::graphStatus TilingOfZooIndexSelectGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooIndexSelectGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor index_input = inputs.required(1);
  const opgen_tensor x_input = inputs.required(2);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t axis = attributes.integer(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  if (x_input.ndim < 1) return ge::GRAPH_FAILED;
  const opgen::npu::AroundAxis around(x_input, axis);
  const uint64_t count = opgen::npu::elements_of(index_input);
  const uint64_t bytes = opgen::npu::bytes_of(x_input);
  data->isLine = around.behind == 1;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  uint64_t work = 0;
  opgen::npu::indexed_lines(around.before, around.size, count, true, &data->elements);
  data->rows = {around.before, around.size, count, around.behind, -1, 1, 1, 1};
  const bool fits = data->isLine
                        ? opgen::npu::cut_added(machine, bytes, &data->elements, &work)
                        : opgen::npu::cut_added(machine, bytes, &data->rows, &work);
  if (!fits) return ge::GRAPH_FAILED;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
