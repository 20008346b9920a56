// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/avg_pool2d_grad/avg_pool2d_grad_cpu.h"

#include <algorithm>

#include "zoo/pooling.h"

// Gradient of avg_pool2d
template <typename T>
opgen_status zoo_kernels::avg_pool2d_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> x, opgen::View<T> dx,
                                          opgen::Array<int64_t> kernel,
                                          opgen::Array<int64_t> stride,
                                          opgen::Array<int64_t> padding, bool ceil_mode,
                                          bool count_include_pad) {
  const zoo::Windows rows(x, 0, kernel, {stride, padding});
  const zoo::Windows columns(x, 1, kernel, {stride, padding});
  const int64_t planes = x.numel(0, x.ndim - 2);
  const int64_t height = dy.shape[dy.ndim - 2], width = dy.shape[dy.ndim - 1];
  std::fill_n(dx.data, dx.numel(), T(0));
  for (int64_t plane = 0; plane < planes; ++plane) {
    T* image = dx.data + plane * rows.size * columns.size;
    for (int64_t at = 0; at < height * width; ++at) {
      const zoo::Span vertical = rows.at(at / width), horizontal = columns.at(at % width);
      const int64_t count = zoo::counted(vertical, horizontal, count_include_pad);
      const T share = dy[plane * height * width + at] / static_cast<T>(count);
      for (int64_t row = vertical.start; row < vertical.end; ++row) {
        for (int64_t column = horizontal.start; column < horizontal.end; ++column) {
          image[row * columns.size + column] += share;
        }
      }
    }
  }
  return OPGEN_OK;
}

ZOO_AVG_POOL2D_GRAD_CPU_INSTANTIATE;
