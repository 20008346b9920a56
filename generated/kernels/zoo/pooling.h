// Windows of a pooling operator over the last two axes of a tensor.
#ifndef ZOO_POOLING_H_
#define ZOO_POOLING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// The part of an axis that a window covers.
struct Span {
  int64_t start, end;   // inside the tensor; from start to end in steps of the dilation
  int64_t padded_size;  // with the padding that it covers
};

// The attributes with one number for each axis of an image; no stride means that of the window.
struct PoolingSteps {
  opgen::Array<int64_t> stride, padding;
};

// The windows along one of the last two axes.
struct Windows {
  int64_t size, window, stride, padding, dilation;

  template <typename T>
  Windows(const opgen::View<T>& x, int32_t axis, const opgen::Array<int64_t>& kernel,
          const PoolingSteps& steps, int64_t spread = 1)
      : size(x.shape[x.ndim - 2 + axis]),
        window(kernel[static_cast<size_t>(axis)]),
        stride((steps.stride.size == 0 ? kernel : steps.stride)[static_cast<size_t>(axis)]),
        padding(steps.padding[static_cast<size_t>(axis)]),
        dilation(spread) {}

  OPGEN_HD Span at(int64_t position) const {
    const int64_t first = position * stride - padding;
    const int64_t end = first + (window - 1) * dilation + 1;
    const int64_t skipped = first < 0 ? (-first + dilation - 1) / dilation : 0;
    return {first + skipped * dilation, std::min(end, size), std::min(end, size + padding) - first};
  }

  // The first position whose window, without dilation, has an element, and one past the last.
  OPGEN_HD int64_t first_with(int64_t element) const {
    const int64_t before = element + padding - window;
    return before < 0 ? 0 : before / stride + 1;
  }
  OPGEN_HD int64_t last_with(int64_t element, int64_t positions) const {
    return std::min(positions, (element + padding) / stride + 1);
  }
};

// By how many elements a window's sum is divided.
OPGEN_HD inline int64_t counted(const Span& vertical, const Span& horizontal, bool with_padding) {
  if (with_padding) return vertical.padded_size * horizontal.padded_size;
  return (vertical.end - vertical.start) * (horizontal.end - horizontal.start);
}

}  // namespace zoo

#endif  // ZOO_POOLING_H_
