// The order in which values are greater or less than others, those that are no numbers included.
#ifndef ZOO_ORDER_H_
#define ZOO_ORDER_H_

#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// The order of elements from the first to be taken; those that aren't numbers count as greatest,
// and of equal ones the first comes first.
struct Order {
  bool is_descending;

  template <typename Compute>
  OPGEN_HD bool comes_first(Compute a, Compute b) const {
    const bool a_is_nan = a != a, b_is_nan = b != b;
    if (a_is_nan || b_is_nan) {
      return is_descending ? a_is_nan && !b_is_nan : b_is_nan && !a_is_nan;
    }
    return is_descending ? a > b : a < b;
  }

  template <typename Compute>
  OPGEN_HD bool comes_first(Compute a, int64_t a_at, Compute b, int64_t b_at) const {
    return comes_first(a, b) || (!comes_first(b, a) && a_at < b_at);
  }
};

// A value and where it is along an axis.
template <typename Compute>
struct Placed {
  Compute value;
  int64_t at;
};

// Combines values into the one that comes first.
template <typename Compute>
struct First {
  Order by;
  Placed<Compute> neutral{Compute(0), -1};

  OPGEN_HD Placed<Compute> operator()(const Placed<Compute>& a, const Placed<Compute>& b) const {
    if (a.at < 0 || b.at < 0) return a.at < 0 ? b : a;
    return by.comes_first(a.value, a.at, b.value, b.at) ? a : b;
  }
};

}  // namespace zoo

#endif  // ZOO_ORDER_H_
