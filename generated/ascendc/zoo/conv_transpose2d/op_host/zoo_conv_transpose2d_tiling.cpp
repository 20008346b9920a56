// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_windows_host.h"
#include "zoo_conv_transpose2d_tiling.h"

namespace optiling {

// Cuts the work of ZooConvTranspose2d into blocks and tiles.
ge::graphStatus TilingOfZooConvTranspose2d(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooConvTranspose2dTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  const opgen_tensor weight_input = inputs.required(1);
  const opgen_tensor bias_input = inputs.optional(2);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const opgen::npu::WindowSteps steps{attributes.integers(0), attributes.integers(1),
                                      attributes.integers(3)};
  const int64_t groups = attributes.integer(4);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor y_output = inputs.output(0);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  opgen::npu::Convolution* plan = &data->convolution;
  if (!opgen::npu::fill_convolution(machine, y_output, x_input, weight_input, steps, groups, plan)) {
    return ge::GRAPH_FAILED;
  }
  data->hasBias = bias_input.ndim >= 0;
  const uint64_t work = opgen::npu::wide_work(*plan);
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
