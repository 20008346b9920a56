// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d/avg_pool2d_cpu.h"

#include "zoo/pooling.h"

// The mean of each window, its padding counted as zeros or not at all
template <typename T>
opgen_status zoo_kernels::avg_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                     opgen::Array<int64_t> kernel, opgen::Array<int64_t> stride,
                                     opgen::Array<int64_t> padding, bool ceil_mode,
                                     bool count_include_pad) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding});
  const zoo::Windows columns(x, 1, kernel, {stride, padding});
  const int64_t planes = x.numel(0, x.ndim - 2);
  const int64_t height = y.shape[y.ndim - 2], width = y.shape[y.ndim - 1];
  for (int64_t plane = 0; plane < planes; ++plane) {
    const T* image = x.data + plane * rows.size * columns.size;
    for (int64_t at = 0; at < height * width; ++at) {
      const zoo::Span vertical = rows.at(at / width), horizontal = columns.at(at % width);
      T sum = 0;
      for (int64_t row = vertical.start; row < vertical.end; ++row) {
        for (int64_t column = horizontal.start; column < horizontal.end; ++column) {
          sum += image[row * columns.size + column];
        }
      }
      const int64_t count = zoo::counted(vertical, horizontal, count_include_pad);
      y[plane * height * width + at] = sum / static_cast<T>(count);
    }
  }
  return OPGEN_OK;
}

ZOO_AVG_POOL2D_CPU_INSTANTIATE;
