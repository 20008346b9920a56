// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d_grad_grad/conv2d_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/convolution_terms.h"

// Gradients of conv2d_grad, for second derivatives of conv2d
template <typename T>
opgen_status zoo_kernels::cuda::conv2d_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    opgen::Array<int64_t> stride, opgen::Array<int64_t> padding, opgen::Array<int64_t> dilation,
    int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(x, dy, weight, {stride, padding, dilation}, groups);
  const zoo::NarrowTerm<T> of_ddx{convolution, {ddx.data, weight.data}};
  const zoo::NarrowTerm<T> of_ddweight{convolution, {x.data, ddweight.data}};
  const zoo::WideTerm<T> gx_term{convolution, {dy.data, ddweight.data}};
  const zoo::WeightTerm<T> gweight_term{convolution, {ddx.data, dy.data}};
  const zoo::OfChannels<T> biases(ddbias, dy);
  const auto gdy_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    return of_ddx(i, j) + of_ddweight(i, j);
  };
  const auto gdy_store = [=] __device__(int64_t i, Compute sum) {
    gdy[i] = static_cast<T>(sum + biases[i]);
  };
  const auto gx_store = [=] __device__(int64_t i, Compute sum) { gx[i] = static_cast<T>(sum); };
  const auto gweight_store = [=] __device__(int64_t i, Compute sum) {
    gweight[i] = static_cast<T>(sum);
  };
  const opgen::Sum<Compute> sum;
  opgen::Launch launch(ctx, "conv2d_grad_grad");
  launch.fold_each(gdy.numel(), convolution.terms_of_narrow(), sum, gdy_term, gdy_store);
  launch.fold_each(gx.numel(), convolution.terms_of_wide(), sum, gx_term, gx_store);
  launch.reduce_each(gweight.numel(), convolution.terms_of_weight(), sum, gweight_term,
                     gweight_store);
  return launch.status();
}

ZOO_CONV2D_GRAD_GRAD_CUDA_INSTANTIATE;
