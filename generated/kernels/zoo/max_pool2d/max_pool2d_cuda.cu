// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d/max_pool2d_cuda.h"

#include "opgen_cuda.h"
#include "zoo/pooling.h"

// The greatest value in each window, and where it is in its image
template <typename T, typename I>
opgen_status zoo_kernels::cuda::max_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                           opgen::View<I> indices, opgen::Array<int64_t> kernel,
                                           opgen::Array<int64_t> stride,
                                           opgen::Array<int64_t> padding, int64_t dilation,
                                           bool ceil_mode) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding}, dilation);
  const zoo::Windows columns(x, 1, kernel, {stride, padding}, dilation);
  const int64_t height = y.shape[y.ndim - 2], width = y.shape[y.ndim - 1];
  opgen::Launch launch(ctx, "max_pool2d");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    const zoo::Span vertical = rows.at(i / width % height), horizontal = columns.at(i % width);
    const int64_t image = i / (height * width) * rows.size * columns.size;
    int64_t best = vertical.start * columns.size + horizontal.start;
    for (int64_t row = vertical.start; row < vertical.end; row += dilation) {
      for (int64_t column = horizontal.start; column < horizontal.end; column += dilation) {
        const T value = x[image + row * columns.size + column], greatest = x[image + best];
        // The first one that isn't a number counts as the greatest.
        const bool is_first_nan = value != value && greatest == greatest;
        if (value > greatest || is_first_nan) best = row * columns.size + column;
      }
    }
    y[i] = x[image + best];
    indices[i] = best;
  });
  return launch.status();
}

ZOO_MAX_POOL2D_CUDA_INSTANTIATE;
