// Elements of a tensor that an index tensor names along an axis.
#ifndef ZOO_INDEXING_H_
#define ZOO_INDEXING_H_

#include <cstdint>

#include "opgen_broadcast.h"
#include "opgen_kernel.h"
#include "zoo/axes.h"

namespace zoo {

// What is wrong with an index tensor; converts to false where nothing is.
struct IndexError {
  bool is_too_long = false;
  bool is_out_of_range = false;
  int64_t value = 0;  // an index, or the axis along which there are too many
  int64_t size = 0;

  explicit operator bool() const { return is_too_long || is_out_of_range; }

  opgen_status fail(opgen_ctx* ctx, const char* op, const char* index, const char* indexed) const {
    const auto number = static_cast<long long>(value), bound = static_cast<long long>(size);
    if (is_too_long) {
      return opgen::fail(ctx, op, "%s: longer than %s along axis %lld", index, indexed, number);
    }
    return opgen::fail(ctx, op, "%s: %lld is out of range for the %lld elements of %s", index,
                       number, bound, indexed);
  }
};

// Looks for an index outside of [0, size).
template <typename I>
IndexError check_range(const opgen::View<const I>& index, int64_t size) {
  for (int64_t i = 0; i < index.numel(); ++i) {
    if (index[i] < 0 || index[i] >= size) return {false, true, index[i], size};
  }
  return {};
}

// Checks an index tensor of the rank of `indexed`, which may be shorter along the other axes.
template <typename T, typename I>
IndexError check_index(const opgen::View<T>& indexed, const opgen::View<const I>& index,
                       int32_t axis) {
  for (int32_t at = 0; at < index.ndim; ++at) {
    if (at != axis && index.shape[at] > indexed.shape[at]) return {true, false, at, 0};
  }
  return check_range(index, indexed.ndim == 0 ? 1 : indexed.shape[axis]);
}

// Calls `visit(i, at)`: element i of the index tensor names element `at` of `indexed`.
template <typename T, typename I, typename Visit>
void for_each_indexed(const opgen::View<T>& indexed, const opgen::View<const I>& index,
                      int32_t axis, const Visit& visit) {
  int64_t position[OPGEN_MAX_NDIM] = {}, strides[OPGEN_MAX_NDIM] = {};
  for (int32_t at = 0; at < indexed.ndim; ++at) strides[at] = indexed.stride(at);
  const int64_t along = indexed.ndim == 0 ? 1 : strides[axis];
  if (indexed.ndim > 0) strides[axis] = 0;  // the index counts there, not the position
  int64_t start = 0;
  for (int64_t i = 0; i < index.numel(); ++i) {
    visit(i, start + index[i] * along);
    for (int32_t at = index.ndim - 1; at >= 0; --at) {
      start += strides[at];
      if (++position[at] < index.shape[at]) break;
      start -= strides[at] * index.shape[at];
      position[at] = 0;
    }
  }
}

// The elements of `indexed` that an index tensor of its rank names along an axis.
class IndexedPlaces {
 public:
  template <typename T, typename I>
  IndexedPlaces(const opgen::View<T>& indexed, const opgen::View<const I>& index, int32_t axis)
      : size_(indexed.ndim == 0 ? 1 : indexed.shape[axis]),
        stride_(indexed.ndim == 0 ? 1 : indexed.stride(axis)) {
    for (int32_t at = index.ndim - 1; at >= 0; --at) {
      others_.add(index.shape[at], at == axis ? 0 : indexed.stride(at));
    }
  }

  // How many elements there are to name.
  OPGEN_HD int64_t size() const { return size_; }

  // The place of what element i of the index tensor names.
  OPGEN_HD int64_t at(int64_t i, int64_t named) const { return others_[i] + named * stride_; }

 private:
  int64_t size_, stride_;
  opgen::AxisWalk others_;
};

}  // namespace zoo

#endif  // ZOO_INDEXING_H_
