// Cuts the work of cross_entropy and its gradients into blocks and tiles.
#ifndef ZOO_SCORED_ROWS_HOST_H_
#define ZOO_SCORED_ROWS_HOST_H_

#include <algorithm>

#include "opgen_ascend_host.h"
#include "zoo_scored_rows_tiling.h"

namespace zoo {

// Of a class: queues for logits, their change and a result, two numbers.
constexpr uint64_t kCrossEntropyBytes = 3 * 2 * sizeof(float) + 2 * sizeof(float);

inline ge::graphStatus tile_cross_entropy(gert::TilingContext* context, size_t logits_at,
                                          CrossEntropyTiling* data) {
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor logits = inputs.required(logits_at);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const int64_t reduction = attributes.word(0, {"none", "mean", "sum"});
  const int64_t ignored = attributes.integer(1);
  const double smoothing = attributes.real(2);
  if (!inputs.ok() || !attributes.ok() || reduction < 0 || logits.ndim != 2) {
    return ge::GRAPH_FAILED;
  }
  data->rows = static_cast<uint64_t>(logits.shape[0]);
  data->classes = static_cast<uint64_t>(logits.shape[1]);
  data->ignored = ignored;
  data->target = static_cast<float>(1 - smoothing);
  data->others = static_cast<float>(smoothing / std::max<double>(logits.shape[1], 1));
  data->reduction = static_cast<Reduction>(reduction);
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  data->tile = opgen::npu::tile_of(machine, kCrossEntropyBytes, data->classes);
  return opgen::npu::start(context, std::min<uint64_t>(data->rows, machine.cores));
}

}  // namespace zoo

#endif  // ZOO_SCORED_ROWS_HOST_H_
