// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_argmax_tiling.h"

namespace optiling {

// What an element takes up: queues for it and its index, six numbers of 32 bits, a bit of a mask.
constexpr uint64_t kBytes = 2 * (sizeof(int64_t) + sizeof(int64_t)) + 6 * sizeof(float) + 1;

// Cuts the work of ZooArgmax into blocks and tiles.
ge::graphStatus TilingOfZooArgmax(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooArgmaxTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x_input = inputs.required(0);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t axis = attributes.integer(0);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  data->x = {1, 1, 1, 0};
  if (x_input.ndim > 0 && !opgen::npu::look_along(&data->x, x_input, axis)) return ge::GRAPH_FAILED;
  const opgen::npu::Along& x = data->x;
  const uint64_t results = x.outer * x.inner;
  // No elements have no greatest one, and vectors count to 31 bits.
  if ((x.size == 0 && results > 0) || x.size > 0x7fffffff) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (results + machine.cores - 1) / machine.cores;
  const uint64_t wanted = x.inner == 1 ? x.size : std::min(x.inner, share);
  data->tile = opgen::npu::tile_of(machine, kBytes, wanted);
  return opgen::npu::start(context, std::min<uint64_t>(results, machine.cores));
}

}  // namespace optiling
