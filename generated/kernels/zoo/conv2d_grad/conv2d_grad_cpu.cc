// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d_grad/conv2d_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/convolution.h"

// Gradients of conv2d
template <typename T>
opgen_status zoo_kernels::conv2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                      opgen::View<const T> x, opgen::View<const T> weight,
                                      opgen::View<T> dx, opgen::View<T> dweight,
                                      opgen::View<T> dbias, opgen::Array<int64_t> stride,
                                      opgen::Array<int64_t> padding, opgen::Array<int64_t> dilation,
                                      int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(x, dy, weight, {stride, padding, dilation}, groups);
  zoo::Accumulator<T, Compute> dx_sums(dx), dweight_sums(dweight), dbias_sums(dbias);
  convolution.add_transposed(dx_sums.data(), dy.data, weight.data);
  convolution.add_windows(dweight_sums.data(), x.data, dy.data);
  zoo::add_channel_sums(dbias_sums.data(), dy);
  dx_sums.store();
  dweight_sums.store();
  dbias_sums.store();
  return OPGEN_OK;
}

ZOO_CONV2D_GRAD_CPU_INSTANTIATE;
