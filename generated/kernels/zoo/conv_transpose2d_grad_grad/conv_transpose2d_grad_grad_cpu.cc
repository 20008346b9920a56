// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv_transpose2d_grad_grad/conv_transpose2d_grad_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/convolution.h"

// Gradients of conv_transpose2d_grad, for second derivatives of conv_transpose2d
template <typename T>
opgen_status zoo_kernels::conv_transpose2d_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddx, opgen::View<const T> ddweight,
    opgen::View<const T> ddbias, opgen::View<const T> dy, opgen::View<const T> x,
    opgen::View<const T> weight, opgen::View<T> gdy, opgen::View<T> gx, opgen::View<T> gweight,
    opgen::Array<int64_t> stride, opgen::Array<int64_t> padding,
    opgen::Array<int64_t> output_padding, opgen::Array<int64_t> dilation, int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(dy, x, weight, {stride, padding, dilation}, groups);
  zoo::Accumulator<T, Compute> gdy_sums(gdy), gx_sums(gx), gweight_sums(gweight);
  convolution.add_transposed(gdy_sums.data(), ddx.data, weight.data);
  convolution.add_transposed(gdy_sums.data(), x.data, ddweight.data);
  zoo::add_to_channels(gdy_sums.data(), dy, ddbias);
  convolution.add_correlation(gx_sums.data(), dy.data, ddweight.data);
  convolution.add_windows(gweight_sums.data(), dy.data, ddx.data);
  gdy_sums.store();
  gx_sums.store();
  gweight_sums.store();
  return OPGEN_OK;
}

ZOO_CONV_TRANSPOSE2D_GRAD_GRAD_CPU_INSTANTIATE;
