// Created by opgen from specs/zoo/optimizer.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_math.h"
#include "zoo_adamw_step_tiling.h"

namespace optiling {

// Cuts the work of ZooAdamwStep into blocks and tiles.
ge::graphStatus TilingOfZooAdamwStep(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooAdamwStepTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor param_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t step = attributes.integer(0);
  const double lr = attributes.real(1);
  const double beta1 = attributes.real(2);
  const double beta2 = attributes.real(3);
  const double eps = attributes.real(4);
  const double weight_decay = attributes.real(5);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(param_input);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (data->total + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::tile_of(machine, 68, share);
  data->beta1_value = static_cast<float>(beta1);
  data->scalar = static_cast<float>(1 - beta1);
  data->beta2_value = static_cast<float>(beta2);
  data->scalar_2 = static_cast<float>(1 - beta2);
  data->scalar_3 = static_cast<float>(1 - lr * weight_decay);
  data->scalar_4 = static_cast<float>(lr / (1 - std::pow(beta1, static_cast<double>(step))));
  data->scalar_5 = static_cast<float>(1 - std::pow(beta2, static_cast<double>(step)));
  data->eps_value = static_cast<float>(eps);
  const uint64_t tiles = (data->total + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
