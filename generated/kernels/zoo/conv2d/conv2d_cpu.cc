// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d/conv2d_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/convolution.h"

// Correlation of images with windows, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::conv2d(opgen_ctx* ctx, opgen::View<const T> x,
                                 opgen::View<const T> weight, opgen::View<const T> bias,
                                 opgen::View<T> y, opgen::Array<int64_t> stride,
                                 opgen::Array<int64_t> padding, opgen::Array<int64_t> dilation,
                                 int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(x, y, weight, {stride, padding, dilation}, groups);
  zoo::Accumulator<T, Compute> sums(y);
  convolution.add_correlation(sums.data(), x.data, weight.data);
  if (bias) zoo::add_to_channels(sums.data(), y, bias);
  sums.store();
  return OPGEN_OK;
}

ZOO_CONV2D_CPU_INSTANTIATE;
