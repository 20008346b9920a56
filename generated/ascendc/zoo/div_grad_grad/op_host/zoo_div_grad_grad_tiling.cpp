// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_div_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooDivGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooDivGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooDivGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddy_input = inputs.required(1);
  const opgen_tensor dz_input = inputs.required(2);
  const opgen_tensor y_input = inputs.required(3);
  const opgen_tensor z_input = inputs.required(4);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdz_output = inputs.output(0);
  const opgen_tensor gy_output = inputs.output(1);
  const opgen_tensor gz_output = inputs.output(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({});
  nest0.tensor(ddx_input, {opgen::npu::kBatch});
  nest0.tensor(ddy_input, {opgen::npu::kBatch});
  nest0.tensor(y_input, {opgen::npu::kBatch});
  nest0.tensor(z_input, {opgen::npu::kBatch});
  nest0.tensor(gdz_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles0;
  roles0.kept = {};
  roles0.vector = opgen::npu::kBatch;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = true;
  roles0.like = 4;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({});
  nest1.tensor(ddx_input, {opgen::npu::kBatch});
  nest1.tensor(ddy_input, {opgen::npu::kBatch});
  nest1.tensor(dz_input, {opgen::npu::kBatch});
  nest1.tensor(y_input, {opgen::npu::kBatch});
  nest1.tensor(z_input, {opgen::npu::kBatch});
  nest1.tensor(gy_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles1;
  roles1.kept = {};
  roles1.vector = opgen::npu::kBatch;
  roles1.vector_is_kept = true;
  roles1.is_split = true;
  roles1.is_joined = true;
  roles1.like = 5;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({});
  nest2.tensor(ddy_input, {opgen::npu::kBatch});
  nest2.tensor(dz_input, {opgen::npu::kBatch});
  nest2.tensor(y_input, {opgen::npu::kBatch});
  nest2.tensor(gz_output, {opgen::npu::kBatch});
  opgen::npu::Roles roles2;
  roles2.kept = {};
  roles2.vector = opgen::npu::kBatch;
  roles2.vector_is_kept = true;
  roles2.is_split = true;
  roles2.is_joined = true;
  roles2.like = 3;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine)});
  data->tile = opgen::npu::tile_of(machine, 76, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
