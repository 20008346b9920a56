// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>
#include <cmath>

#include "opgen_ascend_host.h"
#include "zoo_dropout_tiling.h"

namespace optiling {

// What a pair of elements takes up: queues for x, y and mask, three numbers in float each, a bit,
// the random words and where the numbers lie.
constexpr uint64_t kBytes = 2 * (2 * 2 * sizeof(float) + 2 + 3 * sizeof(float)) + 1 + 37 + 8;

// Cuts the work of ZooDropout into blocks and tiles.
ge::graphStatus TilingOfZooDropout(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooDropoutTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double p = attributes.real(0);
  const int64_t seed = attributes.integer(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->total = opgen::npu::elements_of(x_input);
  data->seed = static_cast<uint64_t>(seed);
  data->bound = static_cast<uint64_t>(std::ceil(p * 0x1p53));
  data->scale = static_cast<float>(p < 1 ? 1 / (1 - p) : 0);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t pairs = (data->total + 1) / 2;
  const uint64_t share = (pairs + machine.cores - 1) / machine.cores;
  data->tile = opgen::npu::random_tile_of(machine, kBytes, share);
  const uint64_t tiles = (pairs + data->tile - 1) / data->tile;
  return opgen::npu::start(context, std::min<uint64_t>(tiles, machine.cores));
}

}  // namespace optiling
