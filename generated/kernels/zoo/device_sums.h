// Sums that many threads of a GPU add to at once, and indices that they check.
#ifndef ZOO_DEVICE_SUMS_H_
#define ZOO_DEVICE_SUMS_H_

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "opgen_cuda.h"

namespace zoo {

// An index that has to be in [0, size): a thread can't return an error, so another one ends the
// kernel, and the next call that waits for the GPU says so.
OPGEN_HD inline int64_t checked(int64_t index, int64_t size) {
  if (index >= 0 && index < size) return index;
#if defined(__CUDA_ARCH__)
  __trap();
#else
  std::abort();
#endif
  return 0;
}

// As `Accumulator` on the CPU: sums of half precision have a place of their own until `store`
// rounds them, others are the target itself. The order in which threads add is open.
template <typename T>
class DeviceSums {
 public:
  using Compute = opgen::ComputeType<T>;
  static constexpr bool kIsTarget = std::is_same_v<T, Compute>;

  DeviceSums(opgen_ctx* ctx, const opgen::View<T>& target)
      : target_(target), space_(ctx, kIsTarget ? 0 : target.numel()) {
    if constexpr (kIsTarget) {
      sums_ = target.data;
    } else {
      sums_ = space_.data();
    }
  }

  const opgen::View<T>& target() const { return target_; }

  OPGEN_HD Compute& operator[](int64_t i) const { return sums_[i]; }

  OPGEN_HD void add(int64_t i, Compute term) const {
#if defined(__CUDA_ARCH__)
    atomicAdd(sums_ + i, term);
#else
    sums_[i] += term;
#endif
  }

 private:
  opgen::View<T> target_;
  opgen::Workspace<Compute> space_;
  Compute* sums_;
};

// Starts with zeros.
template <typename T>
void start(opgen::Launch& launch, const DeviceSums<T>& sums) {
  launch.for_each(sums.target().numel(), [=] __device__(int64_t i) { sums[i] = 0; });
}

// Starts with the elements of a tensor.
template <typename T>
void start(opgen::Launch& launch, const DeviceSums<T>& sums, const opgen::View<const T>& x) {
  launch.for_each(x.numel(), [=] __device__(int64_t i) { sums[i] = x[i]; });
}

template <typename T>
void store(opgen::Launch& launch, const DeviceSums<T>& sums) {
  if constexpr (!DeviceSums<T>::kIsTarget) {
    const opgen::View<T> target = sums.target();
    launch.for_each(target.numel(),
                    [=] __device__(int64_t i) { target[i] = static_cast<T>(sums[i]); });
  }
}

}  // namespace zoo

#endif  // ZOO_DEVICE_SUMS_H_
