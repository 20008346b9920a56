// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/max_pool2d/max_pool2d_cpu.h"

#include "zoo/pooling.h"

// The greatest value in each window, and where it is in its image
template <typename T, typename I>
opgen_status zoo_kernels::max_pool2d(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<T> y,
                                     opgen::View<I> indices, opgen::Array<int64_t> kernel,
                                     opgen::Array<int64_t> stride, opgen::Array<int64_t> padding,
                                     int64_t dilation, bool ceil_mode) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding}, dilation);
  const zoo::Windows columns(x, 1, kernel, {stride, padding}, dilation);
  const int64_t planes = x.numel(0, x.ndim - 2);
  const int64_t height = y.shape[y.ndim - 2], width = y.shape[y.ndim - 1];
  for (int64_t plane = 0; plane < planes; ++plane) {
    const T* image = x.data + plane * rows.size * columns.size;
    for (int64_t at = 0; at < height * width; ++at) {
      const zoo::Span vertical = rows.at(at / width), horizontal = columns.at(at % width);
      int64_t best = vertical.start * columns.size + horizontal.start;
      for (int64_t row = vertical.start; row < vertical.end; row += dilation) {
        for (int64_t column = horizontal.start; column < horizontal.end; column += dilation) {
          const T value = image[row * columns.size + column];
          // The first one that isn't a number counts as the greatest.
          const bool is_first_nan = value != value && image[best] == image[best];
          if (value > image[best] || is_first_nan) best = row * columns.size + column;
        }
      }
      y[plane * height * width + at] = image[best];
      indices[plane * height * width + at] = best;
    }
  }
  return OPGEN_OK;
}

ZOO_MAX_POOL2D_CPU_INSTANTIATE;
