// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "zoo/conv2d/conv2d_cuda.h"

#include "opgen_cuda.h"
#include "zoo/convolution_terms.h"

// Correlation of images with windows, plus bias where it is given
template <typename T>
opgen_status zoo_kernels::cuda::conv2d(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const T> weight, opgen::View<const T> bias,
                                       opgen::View<T> y, opgen::Array<int64_t> stride,
                                       opgen::Array<int64_t> padding,
                                       opgen::Array<int64_t> dilation, int64_t groups) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Convolution convolution(x, y, weight, {stride, padding, dilation}, groups);
  const zoo::NarrowTerm<T> term{convolution, {x.data, weight.data}};
  const zoo::OfChannels<T> biases(bias, y);
  opgen::Launch launch(ctx, "conv2d");
  const auto store = [=] __device__(int64_t i, Compute sum) {
    y[i] = static_cast<T>(sum + biases[i]);
  };
  launch.fold_each(y.numel(), convolution.terms_of_narrow(), opgen::Sum<Compute>(), term, store);
  return launch.status();
}

ZOO_CONV2D_CUDA_INSTANTIATE;
