// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_topk_tiling.h"

namespace optiling {

// What an element takes up: queues for it, its value and its index, five numbers of 32 bits, a bit
// of a mask.
constexpr uint64_t kBytes = 2 * (2 * sizeof(float) + sizeof(int64_t)) + 5 * sizeof(float) + 1;

// Cuts the work of ZooTopk into blocks and tiles.
ge::graphStatus TilingOfZooTopk(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooTopkTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t k = attributes.integer(0);
  const int64_t axis = attributes.integer(1);
  const bool largest = attributes.truth(2);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  if (!opgen::npu::look_along(&data->x, x_input, axis)) return ge::GRAPH_FAILED;
  // Vectors count to 31 bits.
  if (data->x.size > 0x7fffffff) return ge::GRAPH_FAILED;
  data->taken = static_cast<uint64_t>(k);
  data->isAscending = largest ? 0 : 1;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->tile = opgen::npu::tile_of(machine, kBytes, data->x.size);
  const uint64_t rows = data->x.outer * data->x.inner;
  return opgen::npu::start(context, std::min<uint64_t>(rows, machine.cores));
}

}  // namespace optiling
