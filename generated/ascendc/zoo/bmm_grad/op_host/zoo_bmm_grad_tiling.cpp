// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_bmm_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooBmmGrad into blocks and tiles.
ge::graphStatus TilingOfZooBmmGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooBmmGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dz_input = inputs.required(0);
  const opgen_tensor x_input = inputs.required(1);
  const opgen_tensor y_input = inputs.required(2);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor dx_output = inputs.output(0);
  const opgen_tensor dy_output = inputs.output(1);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest0({0, 1, 2, 3});
  nest0.tensor(dz_input, {0, 1, 2});
  nest0.tensor(y_input, {0, 3, 2});
  nest0.tensor(dx_output, {0, 1, 3});
  opgen::npu::Roles roles0;
  roles0.kept = {0, 1, 3};
  roles0.vector = 2;
  roles0.vector_is_kept = false;
  roles0.is_split = true;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0, 1, 2, 3});
  nest1.tensor(dz_input, {0, 1, 2});
  nest1.tensor(x_input, {0, 1, 3});
  nest1.tensor(dy_output, {0, 3, 2});
  opgen::npu::Roles roles1;
  roles1.kept = {0, 3};
  roles1.vector = 2;
  roles1.vector_is_kept = true;
  roles1.is_split = true;
  roles1.is_joined = true;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine)});
  data->tile = opgen::npu::tile_of(machine, 48, share);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
