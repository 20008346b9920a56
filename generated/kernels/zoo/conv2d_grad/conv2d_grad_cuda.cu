// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d_grad/conv2d_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/convolution_terms.h"

// Gradients of conv2d
template <typename T>
opgen_status zoo_kernels::cuda::conv2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const T> x, opgen::View<const T> weight,
                                            opgen::View<T> dx, opgen::View<T> dweight,
                                            opgen::View<T> dbias, opgen::Array<int64_t> stride,
                                            opgen::Array<int64_t> padding,
                                            opgen::Array<int64_t> dilation, int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(x, dy, weight, {stride, padding, dilation}, groups);
  const zoo::WideTerm<T> dx_term{convolution, {dy.data, weight.data}};
  const zoo::WeightTerm<T> dweight_term{convolution, {x.data, dy.data}};
  const auto dx_store = [=] __device__(int64_t i, Compute sum) { dx[i] = static_cast<T>(sum); };
  const auto dweight_store = [=] __device__(int64_t i, Compute sum) {
    dweight[i] = static_cast<T>(sum);
  };
  const opgen::Sum<Compute> sum;
  opgen::Launch launch(ctx, "conv2d_grad");
  launch.fold_each(dx.numel(), convolution.terms_of_wide(), sum, dx_term, dx_store);
  launch.reduce_each(dweight.numel(), convolution.terms_of_weight(), sum, dweight_term,
                     dweight_store);
  zoo::sum_channels(launch, dy, dbias);
  return launch.status();
}

ZOO_CONV2D_GRAD_CUDA_INSTANTIATE;
