// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d/avg_pool2d_cuda.h"

#include "opgen_cuda.h"
#include "zoo/pooling.h"

// The mean of each window, its padding counted as zeros or not at all
template <typename T>
opgen_status zoo_kernels::cuda::avg_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                           opgen::Array<int64_t> kernel,
                                           opgen::Array<int64_t> stride,
                                           opgen::Array<int64_t> padding, bool ceil_mode,
                                           bool count_include_pad) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding});
  const zoo::Windows columns(x, 1, kernel, {stride, padding});
  const int64_t height = y.shape[y.ndim - 2], width = y.shape[y.ndim - 1];
  opgen::Launch launch(ctx, "avg_pool2d");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    const zoo::Span vertical = rows.at(i / width % height), horizontal = columns.at(i % width);
    const int64_t image = i / (height * width) * rows.size * columns.size;
    T sum = 0;
    for (int64_t row = vertical.start; row < vertical.end; ++row) {
      for (int64_t column = horizontal.start; column < horizontal.end; ++column) {
        sum += x[image + row * columns.size + column];
      }
    }
    y[i] = sum / static_cast<T>(zoo::counted(vertical, horizontal, count_include_pad));
  });
  return launch.status();
}

ZOO_AVG_POOL2D_CUDA_INSTANTIATE;
