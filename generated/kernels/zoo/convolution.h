// The loops that convolutions and their gradients have in common.
#ifndef ZOO_CONVOLUTION_H_
#define ZOO_CONVOLUTION_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// A window that moves along one axis.
struct Sliding {
  int64_t wide, narrow;  // sizes on the side of the window and on the side of its positions
  int64_t window, stride, padding, dilation;

  // Where, on the wide side, tap `tap` of the window is at position `at`.
  OPGEN_HD int64_t source(int64_t at, int64_t tap) const {
    return at * stride - padding + tap * dilation;
  }

  // The position whose tap `tap` is at `source`, or -1.
  OPGEN_HD int64_t position(int64_t source, int64_t tap) const {
    const int64_t moved = source + padding - tap * dilation;
    const bool is_one = moved >= 0 && moved % stride == 0 && moved / stride < narrow;
    return is_one ? moved / stride : -1;
  }

  // The first position whose tap isn't in the padding in front, and one past the last whose tap
  // isn't in the padding behind.
  int64_t first(int64_t tap) const {
    const int64_t missing = padding - tap * dilation;
    return std::clamp<int64_t>((missing + stride - 1) / stride, 0, narrow);
  }
  int64_t last(int64_t tap) const {
    const int64_t room = wide - 1 + padding - tap * dilation;
    return room < 0 ? 0 : std::min(narrow, room / stride + 1);
  }
};

// The attributes with one number for each axis of an image.
struct Steps {
  opgen::Array<int64_t> stride, padding, dilation;
};

// Two elements whose product is a term of a third one; there is no such term where one is negative.
struct Factors {
  int64_t first, second;

  OPGEN_HD explicit operator bool() const { return first >= 0 && second >= 0; }
};

// A correlation of images `wide` [n, groups * wide_channels, h, w] with windows
// `weight` [groups * narrow_channels, wide_channels, h, w], with results `narrow`.
class Convolution {
 public:
  template <typename Wide, typename Narrow, typename Weight>
  Convolution(const opgen::View<Wide>& wide, const opgen::View<Narrow>& narrow,
              const opgen::View<Weight>& weight, const Steps& steps, int64_t groups)
      : images_(wide.shape[0]),
        groups_(groups),
        wide_channels_(wide.shape[1] / groups),
        narrow_channels_(narrow.shape[1] / groups),
        vertical_(sliding(wide, narrow, weight, steps, 0)),
        horizontal_(sliding(wide, narrow, weight, steps, 1)) {}

  // narrow += the correlation of wide and weight
  template <typename C, typename T>
  void add_correlation(C* narrow, const T* wide, const T* weight) const {
    for_each_run([&](const Run& run) {
      const C factor = weight[run.weight];
      for (int64_t i = 0; i < run.length; ++i) {
        narrow[run.narrow + i] += factor * wide[run.wide + i * run.step];
      }
    });
  }

  // wide += what `narrow` was correlated from
  template <typename C, typename T>
  void add_transposed(C* wide, const T* narrow, const T* weight) const {
    for_each_run([&](const Run& run) {
      const C factor = weight[run.weight];
      for (int64_t i = 0; i < run.length; ++i) {
        wide[run.wide + i * run.step] += factor * narrow[run.narrow + i];
      }
    });
  }

  // weight += the windows that correlate wide with narrow
  template <typename C, typename T>
  void add_windows(C* weight, const T* wide, const T* narrow) const {
    for_each_run([&](const Run& run) {
      C sum = 0;
      for (int64_t i = 0; i < run.length; ++i) {
        sum += C(wide[run.wide + i * run.step]) * C(narrow[run.narrow + i]);
      }
      weight[run.weight] += sum;
    });
  }

  // How many terms an element of each tensor has at most, and the factors of one of them.
  int64_t terms_of_narrow() const { return wide_channels_ * window(); }
  int64_t terms_of_wide() const { return narrow_channels_ * window(); }
  int64_t terms_of_weight() const { return images_ * vertical_.narrow * horizontal_.narrow; }

  // Elements of wide and of weight.
  OPGEN_HD Factors of_narrow(int64_t i, int64_t term) const {
    const Place at = Place::of(i, vertical_.narrow, horizontal_.narrow);
    const Place tap = Place::of(term, vertical_.window, horizontal_.window);
    const Place source = {0, vertical_.source(at.row, tap.row),
                          horizontal_.source(at.column, tap.column)};
    if (source.row < 0 || source.row >= vertical_.wide) return {-1, -1};
    if (source.column < 0 || source.column >= horizontal_.wide) return {-1, -1};
    const int64_t image = at.plane / narrow_channels_, out = at.plane % narrow_channels_;
    return {in_wide(image, tap.plane, source), in_weight(image, out, tap)};
  }

  // Elements of narrow and of weight.
  OPGEN_HD Factors of_wide(int64_t i, int64_t term) const {
    const Place at = Place::of(i, vertical_.wide, horizontal_.wide);
    Place tap = Place::of(term, vertical_.window, horizontal_.window);
    const int64_t image = at.plane / wide_channels_, out = tap.plane;
    const Place position = {0, vertical_.position(at.row, tap.row),
                            horizontal_.position(at.column, tap.column)};
    if (position.row < 0 || position.column < 0) return {-1, -1};
    tap.plane = at.plane % wide_channels_;
    return {in_narrow(image, out, position), in_weight(image, out, tap)};
  }

  // Elements of wide and of narrow.
  OPGEN_HD Factors of_weight(int64_t i, int64_t term) const {
    const Place tap = Place::of(i, vertical_.window, horizontal_.window);
    const Place at = Place::of(term, vertical_.narrow, horizontal_.narrow);
    const Place source = {0, vertical_.source(at.row, tap.row),
                          horizontal_.source(at.column, tap.column)};
    if (source.row < 0 || source.row >= vertical_.wide) return {-1, -1};
    if (source.column < 0 || source.column >= horizontal_.wide) return {-1, -1};
    const int64_t out = tap.plane / wide_channels_;
    const int64_t image = at.plane * groups_ + out / narrow_channels_;
    return {in_wide(image, tap.plane % wide_channels_, source),
            in_narrow(image, out % narrow_channels_, at)};
  }

 private:
  // An element of one of many planes.
  struct Place {
    int64_t plane, row, column;

    OPGEN_HD static Place of(int64_t i, int64_t rows, int64_t columns) {
      return {i / (rows * columns), i / columns % rows, i % columns};
    }
  };

  OPGEN_HD int64_t window() const { return vertical_.window * horizontal_.window; }

  // The elements of the groups of images, which are numbered through.
  OPGEN_HD int64_t in_wide(int64_t image, int64_t channel, const Place& at) const {
    return ((image * wide_channels_ + channel) * vertical_.wide + at.row) * horizontal_.wide +
           at.column;
  }
  OPGEN_HD int64_t in_narrow(int64_t image, int64_t channel, const Place& at) const {
    return ((image * narrow_channels_ + channel) * vertical_.narrow + at.row) * horizontal_.narrow +
           at.column;
  }
  OPGEN_HD int64_t in_weight(int64_t image, int64_t out, const Place& tap) const {
    const int64_t plane = (image % groups_ * narrow_channels_ + out) * wide_channels_ + tap.plane;
    return plane * window() + tap.row * horizontal_.window + tap.column;
  }

  // Where a row of narrow and what a single weight multiplies for it begin.
  struct Run {
    int64_t narrow, wide, weight, length, step;
  };

  template <typename Wide, typename Narrow, typename Weight>
  static Sliding sliding(const opgen::View<Wide>& wide, const opgen::View<Narrow>& narrow,
                         const opgen::View<Weight>& weight, const Steps& steps, size_t axis) {
    return {wide.shape[axis + 2], narrow.shape[axis + 2], weight.shape[axis + 2],
            steps.stride[axis],   steps.padding[axis],    steps.dilation[axis]};
  }

  template <typename Visit>
  void for_each_run(const Visit& visit) const {
    const int64_t wide_plane = vertical_.wide * horizontal_.wide;
    const int64_t narrow_plane = vertical_.narrow * horizontal_.narrow;
    for (int64_t image = 0; image < images_ * groups_; ++image) {
      const int64_t group = image % groups_;
      for (int64_t out = 0; out < narrow_channels_; ++out) {
        for (int64_t in = 0; in < wide_channels_; ++in) {
          const Run plane = {(image * narrow_channels_ + out) * narrow_plane,
                             (image * wide_channels_ + in) * wide_plane,
                             ((group * narrow_channels_ + out) * wide_channels_ + in) * window(), 0,
                             horizontal_.stride};
          for_each_run_of_plane(plane, visit);
        }
      }
    }
  }

  template <typename Visit>
  void for_each_run_of_plane(const Run& plane, const Visit& visit) const {
    for (int64_t row_tap = 0; row_tap < vertical_.window; ++row_tap) {
      for (int64_t tap = 0; tap < horizontal_.window; ++tap) {
        const int64_t first = horizontal_.first(tap), last = horizontal_.last(tap);
        for (int64_t row = vertical_.first(row_tap); row < vertical_.last(row_tap); ++row) {
          Run run = plane;
          run.narrow += row * horizontal_.narrow + first;
          run.wide += vertical_.source(row, row_tap) * horizontal_.wide;
          run.wide += horizontal_.source(first, tap);
          run.weight += row_tap * horizontal_.window + tap;
          run.length = last - first;
          visit(run);
        }
      }
    }
  }

  int64_t images_, groups_, wide_channels_, narrow_channels_;
  Sliding vertical_, horizontal_;
};

// sums[channel] += what the tensor [n, channels, h, w] has there
template <typename C, typename T>
void add_channel_sums(C* sums, const opgen::View<T>& tensor) {
  const int64_t channels = tensor.shape[1], plane = tensor.numel(2, 4);
  for (int64_t at = 0; at < tensor.shape[0] * channels; ++at) {
    C sum = 0;
    for (int64_t i = 0; i < plane; ++i) sum += C(tensor[at * plane + i]);
    sums[at % channels] += sum;
  }
}

// Adds bias[channel] to what a tensor with the shape [n, channels, h, w] of `like` has there.
template <typename C, typename T, typename U>
void add_to_channels(C* elements, const opgen::View<T>& like, const opgen::View<U>& bias) {
  const int64_t channels = like.shape[1], plane = like.numel(2, 4);
  for (int64_t at = 0; at < like.shape[0] * channels; ++at) {
    const C term = bias[at % channels];
    for (int64_t i = 0; i < plane; ++i) elements[at * plane + i] += term;
  }
}

}  // namespace zoo

#endif  // ZOO_CONVOLUTION_H_
