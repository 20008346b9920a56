// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_bmm_grad_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooBmmGradGrad into blocks and tiles.
ge::graphStatus TilingOfZooBmmGradGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooBmmGradGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor ddx_input = inputs.required(0);
  const opgen_tensor ddy_input = inputs.required(1);
  const opgen_tensor dz_input = inputs.required(2);
  const opgen_tensor x_input = inputs.required(3);
  const opgen_tensor y_input = inputs.required(4);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor gdz_output = inputs.output(0);
  const opgen_tensor gx_output = inputs.output(1);
  const opgen_tensor gy_output = inputs.output(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({0, 1, 2, 3});
  nest0.tensor(ddx_input, {0, 1, 2});
  nest0.tensor(ddy_input, {0, 2, 3});
  nest0.tensor(x_input, {0, 1, 2});
  nest0.tensor(y_input, {0, 2, 3});
  nest0.tensor(gdz_output, {0, 1, 3});
  opgen::npu::Roles roles0;
  roles0.kept = {0, 1};
  roles0.vector = 3;
  roles0.vector_is_kept = true;
  roles0.is_split = true;
  roles0.is_joined = false;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0, 1, 2, 3});
  nest1.tensor(ddy_input, {0, 2, 3});
  nest1.tensor(dz_input, {0, 1, 3});
  nest1.tensor(gx_output, {0, 1, 2});
  opgen::npu::Roles roles1;
  roles1.kept = {0, 1, 2};
  roles1.vector = 3;
  roles1.vector_is_kept = false;
  roles1.is_split = true;
  roles1.is_joined = true;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({0, 1, 2, 3});
  nest2.tensor(ddx_input, {0, 1, 2});
  nest2.tensor(dz_input, {0, 1, 3});
  nest2.tensor(gy_output, {0, 2, 3});
  opgen::npu::Roles roles2;
  roles2.kept = {0, 2};
  roles2.vector = 3;
  roles2.vector_is_kept = true;
  roles2.is_split = true;
  roles2.is_joined = true;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine)});
  data->tile = opgen::npu::tile_of(machine, 72, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
