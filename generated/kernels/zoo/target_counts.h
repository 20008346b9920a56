// How many rows count in a cross entropy, found on a GPU.
#ifndef ZOO_TARGET_COUNTS_H_
#define ZOO_TARGET_COUNTS_H_

#include <cstdint>

#include "opgen_cuda.h"
#include "zoo/cross_entropy.h"

namespace zoo {

// counted[0] = how many of the rows have a target that isn't ignored
template <typename T, typename I>
void count(opgen::Launch& launch, const Targets<I>& targets, const opgen::Workspace<T>& counted) {
  const auto term = [=] __device__(int64_t, int64_t row) -> T {
    return targets.counts(row) ? 1 : 0;
  };
  const auto store = [=] __device__(int64_t, T rows) { counted[0] = rows; };
  launch.reduce_each(1, targets.rows(), opgen::Sum<T>(), term, store);
}

}  // namespace zoo

#endif  // ZOO_TARGET_COUNTS_H_
