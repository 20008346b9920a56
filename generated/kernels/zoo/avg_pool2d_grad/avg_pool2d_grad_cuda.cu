// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d_grad/avg_pool2d_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/pooling.h"

// Gradient of avg_pool2d
template <typename T>
opgen_status zoo_kernels::cuda::avg_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                                opgen::View<const T> x, opgen::View<T> dx,
                                                opgen::Array<int64_t> kernel,
                                                opgen::Array<int64_t> stride,
                                                opgen::Array<int64_t> padding, bool ceil_mode,
                                                bool count_include_pad) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding});
  const zoo::Windows columns(x, 1, kernel, {stride, padding});
  const int64_t height = dy.shape[dy.ndim - 2], width = dy.shape[dy.ndim - 1];
  opgen::Launch launch(ctx, "avg_pool2d_grad");
  // Each element collects from the windows that it is in.
  launch.for_each(dx.numel(), [=] __device__(int64_t i) {
    const int64_t at_row = i / columns.size % rows.size, at_column = i % columns.size;
    const int64_t plane = i / (rows.size * columns.size) * height * width;
    const int64_t last_row = rows.last_with(at_row, height);
    const int64_t last_column = columns.last_with(at_column, width);
    T sum = 0;
    for (int64_t row = rows.first_with(at_row); row < last_row; ++row) {
      for (int64_t column = columns.first_with(at_column); column < last_column; ++column) {
        const int64_t count = zoo::counted(rows.at(row), columns.at(column), count_include_pad);
        sum += dy[plane + row * width + column] / static_cast<T>(count);
      }
    }
    dx[i] = sum;
  });
  return launch.status();
}

ZOO_AVG_POOL2D_GRAD_CUDA_INSTANTIATE;
