// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include <algorithm>

#include "opgen_ascend_host.h"
#include "opgen_ascend_nest.h"
#include "opgen_math.h"
#include "zoo_batch_norm_grad_tiling.h"

namespace optiling {

// Cuts the work of ZooBatchNormGrad into blocks and tiles.
ge::graphStatus TilingOfZooBatchNormGrad(gert::TilingContext* context) {
  if (context == nullptr) return ge::GRAPH_FAILED;
  auto* data = context->GetTilingData<ZooBatchNormGradTilingData>();
  if (data == nullptr) return ge::GRAPH_FAILED;
  opgen::npu::Inputs<gert::TilingContext> inputs(context);
  const opgen_tensor dy_input = inputs.required(0);
  const opgen_tensor dnew_mean_input = inputs.required(1);
  const opgen_tensor dnew_var_input = inputs.required(2);
  const opgen_tensor x_input = inputs.required(3);
  const opgen_tensor weight_input = inputs.required(4);
  opgen::npu::Attributes attributes(context->GetAttrs());
  const double momentum = attributes.real(0);
  const double eps = attributes.real(1);
  if (!inputs.ok() || !attributes.ok()) return ge::GRAPH_FAILED;
  const opgen_tensor dx_output = inputs.output(0);
  const opgen_tensor dweight_output = inputs.output(1);
  const opgen_tensor dbias_output = inputs.output(2);
  const opgen_tensor drunning_mean_output = inputs.output(3);
  const opgen_tensor drunning_var_output = inputs.output(4);
  if (!inputs.ok()) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest({0, 1, 2, 3});
  nest.tensor(dy_input, {0, 1, 2, 3});
  nest.tensor(dnew_mean_input, {1});
  nest.tensor(dnew_var_input, {1});
  nest.tensor(x_input, {0, 1, 2, 3});
  nest.tensor(weight_input, {1});
  nest.tensor(dx_output, {0, 1, 2, 3});
  nest.tensor(dweight_output, {1});
  nest.tensor(dbias_output, {1});
  nest.tensor(drunning_mean_output, {1});
  nest.tensor(drunning_var_output, {1});
  opgen::npu::Nest nest0({0, 1, 2, 3});
  nest0.tensor(dy_input, {0, 1, 2, 3});
  nest0.tensor(dnew_mean_input, {1});
  nest0.tensor(dnew_var_input, {1});
  nest0.tensor(x_input, {0, 1, 2, 3});
  nest0.tensor(weight_input, {1});
  nest0.tensor(dx_output, {0, 1, 2, 3});
  nest0.tensor(dweight_output, {1});
  opgen::npu::Roles roles0;
  roles0.kept = {1};
  roles0.vector = 3;
  roles0.vector_is_kept = false;
  roles0.is_split = false;
  roles0.is_joined = true;
  if (!nest0.build(&data->loops0, roles0)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest1({0, 1, 2, 3});
  nest1.tensor(dy_input, {0, 1, 2, 3});
  nest1.tensor(dbias_output, {1});
  opgen::npu::Roles roles1;
  roles1.kept = {1};
  roles1.vector = 3;
  roles1.vector_is_kept = false;
  roles1.is_split = true;
  roles1.is_joined = true;
  if (!nest1.build(&data->loops1, roles1)) return ge::GRAPH_FAILED;
  opgen::npu::Nest nest2({0, 1, 2, 3});
  nest2.tensor(dnew_mean_input, {1});
  nest2.tensor(drunning_mean_output, {1});
  nest2.tensor(dnew_var_input, {1});
  nest2.tensor(drunning_var_output, {1});
  opgen::npu::Roles roles2;
  roles2.kept = {};
  roles2.vector = 1;
  roles2.vector_is_kept = true;
  roles2.is_split = true;
  roles2.is_joined = true;
  if (!nest2.build(&data->loops2, roles2)) return ge::GRAPH_FAILED;
  const opgen::npu::Machine machine = opgen::npu::machine_of(context);
  const uint64_t share = std::max<uint64_t>(
      {opgen::npu::share_of(data->loops0, machine), opgen::npu::share_of(data->loops1, machine),
      opgen::npu::share_of(data->loops2, machine)});
  data->tile = opgen::npu::tile_of(machine, 88, share);
  data->eps_value = static_cast<float>(eps);
  data->scalar = static_cast<float>(nest.size(0) * nest.size(2) * nest.size(3));
  data->momentum_value = static_cast<float>(momentum);
  data->scalar_2 = static_cast<float>(opgen::maximum(nest.size(0) * nest.size(2) * nest.size(3) - 1,
                                                     int64_t(1)));
  data->scalar_3 = static_cast<float>(1 - momentum);
  const uint64_t work0 = opgen::npu::cut(&data->loops0, data->tile);
  const uint64_t work1 = opgen::npu::cut(&data->loops1, data->tile);
  const uint64_t work2 = opgen::npu::cut(&data->loops2, data->tile);
  const uint64_t work = std::max<uint64_t>({work0, work1, work2});
  return opgen::npu::start(context, std::min<uint64_t>(work, machine.cores));
}

}  // namespace optiling
