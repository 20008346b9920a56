// Turning pairs of elements by angles.
#ifndef ZOO_ROTATION_H_
#define ZOO_ROTATION_H_

#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

struct RotationKind {
  bool is_interleaved;  // pairs are neighbours; otherwise half a row apart
  bool is_backwards;
};

// Turns the pairs of each row of x [..., s, 2 * h] by the angles whose cosines and sines
// [s, h] are given.
template <typename Compute, typename T>
void rotate(const opgen::View<const T>& x, const opgen::View<const T>& cos,
            const opgen::View<const T>& sin, const opgen::View<T>& y, const RotationKind& kind) {
  const int64_t places = cos.shape[0], half = cos.shape[1];
  const int64_t step = kind.is_interleaved ? 2 : 1, apart = kind.is_interleaved ? 1 : half;
  const Compute sign = kind.is_backwards ? Compute(-1) : Compute(1);
  for (int64_t row = 0; row < x.numel(0, x.ndim - 1); ++row) {
    const T *cosines = cos.data + row % places * half, *sines = sin.data + row % places * half;
    const T* from = x.data + row * 2 * half;
    T* to = y.data + row * 2 * half;
    for (int64_t pair = 0; pair < half; ++pair) {
      const Compute a = from[pair * step], b = from[pair * step + apart];
      const Compute c = cosines[pair], s = sign * Compute(sines[pair]);
      to[pair * step] = static_cast<T>(a * c - b * s);
      to[pair * step + apart] = static_cast<T>(a * s + b * c);
    }
  }
}

}  // namespace zoo

#endif  // ZOO_ROTATION_H_
