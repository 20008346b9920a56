// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "fused_add_scale_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of FusedAddScaleGradGrad into blocks and tiles.
ge::graphStatus TilingOfFusedAddScaleGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<FusedAddScaleGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddbias_input = inputs.required(1);
  const opgen_tensor ddscale_input = inputs.required(2);
  const opgen_tensor dy_input = inputs.required(3);
  const opgen_tensor x_input = inputs.required(4);
  const opgen_tensor bias_input = inputs.required(5);
  const opgen_tensor scale_input = inputs.required(6);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdy_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  const opgen_tensor gbias_output = inputs.output(2);
  const opgen_tensor gscale_output = inputs.output(3);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({});
  nest0.tensor(ddx_input, {opgen::npu::kBatch});
  nest0.tensor(ddbias_input, {opgen::npu::kBatch});
  nest0.tensor(ddscale_input, {opgen::npu::kBatch});
  nest0.tensor(x_input, {opgen::npu::kBatch});
  nest0.tensor(bias_input, {opgen::npu::kBatch});
  nest0.tensor(scale_input, {opgen::npu::kBatch});
  nest0.tensor(gdy_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles0;
  roles0.kept = {};
  roles0.vector = opgen::npu::kBatch;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = true;
  roles0.like = 6;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({});
  nest1.tensor(ddscale_input, {opgen::npu::kBatch});
  nest1.tensor(dy_input, {opgen::npu::kBatch});
  nest1.tensor(gx_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles1;
  roles1.kept = {};
  roles1.vector = opgen::npu::kBatch;
  roles1.vector_is_kept = true;
  roles1.is_split = true;
  roles1.is_joined = true;
  roles1.like = 2;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({});
  nest2.tensor(ddscale_input, {opgen::npu::kBatch});
  nest2.tensor(dy_input, {opgen::npu::kBatch});
  nest2.tensor(gbias_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles2;
  roles2.kept = {};
  roles2.vector = opgen::npu::kBatch;
  roles2.vector_is_kept = true;
  roles2.is_split = true;
  roles2.is_joined = true;
  roles2.like = 2;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest3({});
  nest3.tensor(ddx_input, {opgen::npu::kBatch});
  nest3.tensor(ddbias_input, {opgen::npu::kBatch});
  nest3.tensor(dy_input, {opgen::npu::kBatch});
  nest3.tensor(gscale_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles3;
  roles3.kept = {};
  roles3.vector = opgen::npu::kBatch;
  roles3.vector_is_kept = true;
  roles3.is_split = true;
  roles3.is_joined = true;
  roles3.like = 3;
  if (!nest3.build(&data->loops3, roles3)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine), opgen::npu::share_of(data->loops3, machine)});
  data->tile = opgen::npu::tile_of(machine, 100, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work3 = opgen::npu::cut(&data->loops3, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2, work3});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
