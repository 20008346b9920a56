// Cross entropy of rows of logits with target classes, and what its derivatives need.
#ifndef ZOO_CROSS_ENTROPY_H_
#define ZOO_CROSS_ENTROPY_H_

#include <cmath>
#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// The target class of each row; rows with the ignored one don't count.
template <typename I>
class Targets {
 public:
  Targets(const opgen::View<const I>& target, int64_t classes, int64_t ignored)
      : target_(target), classes_(classes), ignored_(ignored) {}

  int64_t rows() const { return target_.numel(); }

  OPGEN_HD bool counts(int64_t row) const { return target_[row] != ignored_; }

  int64_t counted() const {
    int64_t count = 0;
    for (int64_t row = 0; row < rows(); ++row) count += counts(row) ? 1 : 0;
    return count;
  }

  // The first row with a class that there isn't, or -1.
  int64_t first_bad() const {
    for (int64_t row = 0; row < rows(); ++row) {
      if (counts(row) && (target_[row] < 0 || target_[row] >= classes_)) return row;
    }
    return -1;
  }

 private:
  opgen::View<const I> target_;
  int64_t classes_, ignored_;
};

// The wanted probabilities of classes: most for the target, a share of the rest for each.
template <typename T>
class SoftLabels {
 public:
  SoftLabels(int64_t classes, double smoothing)
      : classes_(classes),
        target_(static_cast<T>(1 - smoothing)),
        others_(static_cast<T>(smoothing / static_cast<double>(classes))) {}

  OPGEN_HD T wanted(bool is_target) const { return is_target ? target_ + others_ : others_; }

  // Minus the wanted mean of the logarithms of the probabilities that `scores` give.
  OPGEN_HD T loss(const T* scores, int64_t target) const {
    const T log_total = log_sum(scores);
    T sum = target_ * (log_total - scores[target]);
    for (int64_t i = 0; others_ != 0 && i < classes_; ++i) sum += others_ * (log_total - scores[i]);
    return sum;
  }

  // The logarithm of the sum of the exponentials of `scores`.
  OPGEN_HD T log_sum(const T* scores) const {
    T top = scores[0];
    for (int64_t i = 1; i < classes_; ++i) top = scores[i] > top ? scores[i] : top;
    T total = 0;
    for (int64_t i = 0; i < classes_; ++i) total += std::exp(scores[i] - top);
    return top + std::log(total);
  }

  void probabilities(const T* scores, T* result) const {
    const T log_total = log_sum(scores);
    for (int64_t i = 0; i < classes_; ++i) result[i] = std::exp(scores[i] - log_total);
  }

 private:
  int64_t classes_;
  T target_, others_;
};

}  // namespace zoo

#endif  // ZOO_CROSS_ENTROPY_H_
