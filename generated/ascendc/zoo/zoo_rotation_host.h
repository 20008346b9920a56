// Cuts the work of rope and its gradient into blocks and tiles.
#ifndef ZOO_ROTATION_HOST_H_
#define ZOO_ROTATION_HOST_H_

#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_rotation_tiling.h"

namespace zoo {

// Three queues with two buffers of two numbers, nine numbers in float, offsets of two elements.
constexpr uint64_t kRotationBytes = 3 * 2 * 2 * sizeof(float) + 9 * sizeof(float) + 8;

inline ge::graphStatus tile_rotation(gert::TilingContext* context, RotationTiling* data) {
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor x = inputs.required(0), cos = inputs.required(1);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const bool is_interleaved = attributes.truth(0);
  if (!inputs.ok() || !attributes.ok() || cos.ndim != 2) return ge::GRAPH_FAILED;
  data->places = static_cast<uint64_t>(cos.shape[0]);
  data->pairs = static_cast<uint64_t>(cos.shape[1]);
  data->isInterleaved = is_interleaved ? 1 : 0;
  const uint64_t pairs = opgen::npu::elements_of(x) / 2, period = data->places * data->pairs;
  data->repeats = period == 0 ? 0 : pairs / period;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = (pairs + machine.cores - 1) / machine.cores;
  // A row takes up whole blocks of 32 bytes in local memory, of half precision at the most.
  const uint64_t width = std::max<uint64_t>(data->pairs, 1), row = (width + 15) / 16 * 16;
  const uint64_t wanted = is_interleaved ? share : std::max(share, row);
  data->tile = opgen::npu::tile_of(machine, kRotationBytes, wanted);
  data->columns = static_cast<uint32_t>(std::min<uint64_t>(width, data->tile));
  const uint64_t rows = std::min({data->tile / row, data->places, uint64_t{4095}});
  data->rows = static_cast<uint32_t>(std::max<uint64_t>(rows, 1));
  const uint64_t work = (pairs + data->tile - 1) / data->tile + data->repeats;
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace zoo

#endif  // ZOO_ROTATION_HOST_H_
