// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_windows_host.h"
#include "zoo_conv2d_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooConv2dGrad into blocks and tiles.
ge::graphStatus TilingOfZooConv2dGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooConv2dGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  const opgen_tensor x_input = inputs.required(1);
  const opgen_tensor weight_input = inputs.required(2);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const opgen::npu::WindowSteps steps{attributes.integers(0), attributes.integers(1),
                                      attributes.integers(2)};
  const int64_t groups = attributes.integer(3);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  opgen::npu::Convolution* plan = &data->convolution;
  if (!opgen::npu::fill_convolution(machine, x_input, dy_input, weight_input, steps, groups, plan)) {
    return ge::GRAPH_FAILED;
  }
  const uint64_t work = std::max<uint64_t>({opgen::npu::wide_work(*plan), opgen::npu::weight_work(*plan)});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
