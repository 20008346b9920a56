// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv_transpose2d/conv_transpose2d_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/convolution.h"

// What conv2d does to the gradient of its images, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::conv_transpose2d(opgen_ctx* ctx, opgen::View<const T> x,
                                           opgen::View<const T> weight, opgen::View<const T> bias,
                                           opgen::View<T> y, opgen::Array<int64_t> stride,
                                           opgen::Array<int64_t> padding,
                                           opgen::Array<int64_t> output_padding,
                                           opgen::Array<int64_t> dilation, int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(y, x, weight, {stride, padding, dilation}, groups);
  zoo::Accumulator<T, Compute> sums(y);
  convolution.add_transposed(sums.data(), x.data, weight.data);
  if (bias) zoo::add_to_channels(sums.data(), y, bias);
  sums.store();
  return OPGEN_OK;
}

ZOO_CONV_TRANSPOSE2D_CPU_INSTANTIATE;
