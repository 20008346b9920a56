// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_windows_host.h"
#include "zoo_avg_pool2d_tiling.h"

namespace optiling {

// Cuts the work of ZooAvgPool2d into blocks and tiles.
ge::graphStatus TilingOfZooAvgPool2d(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooAvgPool2dTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const opgen::npu::Numbers& kernel = attributes.integers(0);
  const opgen::npu::WindowSteps steps{attributes.integers(1), attributes.integers(2), {}};
  const bool count_include_pad = attributes.truth(4);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor y_output = inputs.output(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  if (!opgen::npu::fill_pooling(machine, x_input, y_output, kernel, steps, &data->pooling)) {
    return ge::GRAPH_FAILED;
  }
  data->pooling.countsPadding = count_include_pad;
  const auto rows = data->pooling.planes * static_cast<uint64_t>(data->pooling.rows.narrow);
  const uint64_t work = rows * opgen::npu::parts_of(data->pooling.columns.narrow, data->pooling.cut);
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
