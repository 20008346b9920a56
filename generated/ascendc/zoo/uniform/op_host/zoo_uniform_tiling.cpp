// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_uniform_tiling.h"

namespace optiling {

// What a pair of elements takes up: a queue for y, three numbers in float, the random words and
// where the numbers lie.
constexpr uint64_t kBytes = 2 * 2 * sizeof(float) + 3 * sizeof(float) + 37 + 8;

// Cuts the work of ZooUniform into blocks and tiles.
ge::graphStatus TilingOfZooUniform(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooUniformTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor y_output = inputs.output(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double low = attributes.real(1);
  const double high = attributes.real(2);
  const int64_t seed = attributes.integer(4);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(y_output);
  data->seed = static_cast<uint64_t>(seed);
  data->low = static_cast<float>(low);
  data->width = static_cast<float>(high - low);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t pairs = (data->total + 1) / 2;
  const uint64_t share = (pairs + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::random_tile_of(machine, kBytes, share);
  const uint64_t tiles = (pairs + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
