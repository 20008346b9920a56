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

// Turns pairs of the rows of x [..., s, 2 * h] by the angles whose cosines and sines [s, h] are
// given.
template <typename T>
class Rotation {
 public:
  using Compute = opgen::ComputeType<T>;

  Rotation(const opgen::View<const T>& x, const opgen::View<const T>& cos,
           const opgen::View<const T>& sin, const opgen::View<T>& y, const RotationKind& kind)
      : x_(x.data),
        cos_(cos.data),
        sin_(sin.data),
        y_(y.data),
        rows_(x.numel(0, x.ndim - 1)),
        places_(cos.shape[0]),
        half_(cos.shape[1]),
        step_(kind.is_interleaved ? 2 : 1),
        apart_(kind.is_interleaved ? 1 : half_),
        sign_(kind.is_backwards ? Compute(-1) : Compute(1)) {}

  int64_t rows() const { return rows_; }
  int64_t pairs() const { return half_; }

  OPGEN_HD void turn(int64_t row, int64_t pair) const {
    const int64_t angle = row % places_ * half_ + pair, at = row * 2 * half_ + pair * step_;
    const Compute a = x_[at], b = x_[at + apart_];
    const Compute c = cos_[angle], s = sign_ * Compute(sin_[angle]);
    y_[at] = static_cast<T>(a * c - b * s);
    y_[at + apart_] = static_cast<T>(a * s + b * c);
  }

 private:
  const T *x_, *cos_, *sin_;
  T* y_;
  int64_t rows_, places_, half_, step_, apart_;
  Compute sign_;
};

// Turns all pairs.
template <typename T>
void rotate(const Rotation<T>& rotation) {
  for (int64_t row = 0; row < rotation.rows(); ++row) {
    for (int64_t pair = 0; pair < rotation.pairs(); ++pair) rotation.turn(row, pair);
  }
}

}  // namespace zoo

#endif  // ZOO_ROTATION_H_
