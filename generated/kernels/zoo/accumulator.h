// Sums into a tensor, kept in the type that kernels compute in until they are complete.
#ifndef ZOO_ACCUMULATOR_H_
#define ZOO_ACCUMULATOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "opgen_kernel.h"

namespace zoo {

// Starts with zeros or with the elements of a tensor, which may be the target itself. Sums of half
// precision lose terms, so they have a place of their own until `store` rounds them; others are the
// tensor itself.
template <typename T, typename Compute>
class Accumulator {
 public:
  explicit Accumulator(const opgen::View<T>& target) : target_(target) {
    if constexpr (kIsTarget) {
      std::fill_n(target.data, target.numel(), T(0));
    } else {
      sums_.resize(static_cast<size_t>(target.numel()));
    }
  }

  Accumulator(const opgen::View<T>& target, const opgen::View<const T>& start) : target_(target) {
    if constexpr (kIsTarget) {
      if (start.data != target.data) std::copy_n(start.data, start.numel(), target.data);
    } else {
      sums_.assign(start.data, start.data + start.numel());
    }
  }

  Compute* data() {
    if constexpr (kIsTarget) {
      return target_.data;
    } else {
      return sums_.data();
    }
  }

  void store() const {
    if constexpr (!kIsTarget) std::copy(sums_.begin(), sums_.end(), target_.data);
  }

 private:
  static constexpr bool kIsTarget = std::is_same_v<T, Compute>;

  opgen::View<T> target_;
  std::vector<Compute> sums_;
};

}  // namespace zoo

#endif  // ZOO_ACCUMULATOR_H_
