// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_attention_host.h"
#include "zoo_scaled_dot_product_attention_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooScaledDotProductAttentionGrad into blocks and tiles.
ge::graphStatus TilingOfZooScaledDotProductAttentionGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooScaledDotProductAttentionGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor q_input = inputs.required(1);
  const opgen_tensor k_input = inputs.required(2);
  const opgen_tensor v_input = inputs.required(3);
  const opgen_tensor mask_input = inputs.optional(4);
  const opgen_tensor lse_input = inputs.required(6);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const bool is_causal = attributes.truth(0);
  const double scale = attributes.real(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const opgen::npu::Attended tensors{q_input, k_input, v_input, mask_input, lse_input};
  opgen::npu::Attention* plan = &data->attention;
  if (!opgen::npu::fill_attention(machine, tensors, is_causal, scale, plan)) return ge::GRAPH_FAILED;
  using opgen::npu::Like;
  const bool fits = opgen::npu::fill_batch(tensors, Like::kQ, &data->ofQueries) &&
                    opgen::npu::fill_batch(tensors, Like::kK, &data->ofKeys) &&
                    opgen::npu::fill_batch(tensors, Like::kV, &data->ofValues);
  if (!fits) return ge::GRAPH_FAILED;
  const uint64_t lengths = opgen::npu::parts_of(plan->length, plan->cut);
  const uint64_t values = opgen::npu::parts_of(plan->values, plan->cut);
  const uint64_t work = std::max<uint64_t>({data->ofQueries.outer * plan->queries * lengths,
                                            data->ofKeys.outer * plan->keys * lengths,
                                            data->ofValues.outer * plan->keys * values});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
