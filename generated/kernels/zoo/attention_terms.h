// Scaled dot product attention on a GPU, with the scores of all rows and keys in memory.
#ifndef ZOO_ATTENTION_TERMS_H_
#define ZOO_ATTENTION_TERMS_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "opgen_cuda.h"

namespace zoo {

// The matrices [rows, length] of a tensor, for a batch that its leading dimensions broadcast to.
template <typename T>
struct Rows {
  opgen::View<const T> tensor;
  opgen::BatchIndex batch;
  int64_t rows, length;

  Rows(const opgen::View<const T>& given, const opgen::Batch& whole)
      : tensor(given),
        batch(given, whole, 0, 2),
        rows(given ? given.shape[given.ndim - 2] : 0),
        length(given ? given.shape[given.ndim - 1] : 0) {}

  OPGEN_HD opgen::ComputeType<T> at(int64_t index, int64_t row, int64_t i) const {
    return tensor[(batch[index] * rows + row) * length + i];
  }
};

// The scaled scores of each row of the result and each key; the rows of all batches are counted
// through. A key that a row doesn't see has none: minus infinity.
template <typename T>
class Scores {
 public:
  using Compute = opgen::ComputeType<T>;

  Scores(const Rows<T>& q, const Rows<T>& k, const Rows<T>& mask, bool is_causal, double scale)
      : q_(q),
        k_(k),
        mask_(mask),
        is_causal_(is_causal),
        scale_(static_cast<Compute>(scale != 0 ? scale
                                               : 1 / std::sqrt(static_cast<double>(q.length)))) {}

  OPGEN_HD Compute scale() const { return scale_; }

  OPGEN_HD Compute at(int64_t row, int64_t key) const {
    const int64_t batch = row / q_.rows, own = row % q_.rows;
    if (is_causal_ && key > own) return -std::numeric_limits<Compute>::infinity();
    Compute sum = 0;
    for (int64_t i = 0; i < q_.length; ++i) sum += q_.at(batch, own, i) * k_.at(batch, key, i);
    return scale_ * sum + (mask_.tensor ? mask_.at(batch, own, key) : Compute(0));
  }

 private:
  Rows<T> q_, k_, mask_;
  bool is_causal_;
  Compute scale_;
};

}  // namespace zoo

#endif  // ZOO_ATTENTION_TERMS_H_
