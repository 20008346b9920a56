// Walking through a tensor that is reduced along some of its axes.
#ifndef ZOO_REDUCTION_H_
#define ZOO_REDUCTION_H_

#include <algorithm>
#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// Which element of the reduced tensor each element of a compact tensor belongs to.
class Reduction {
 public:
  // `axes` are those that are reduced, none meaning all.
  template <typename T>
  Reduction(const opgen::View<T>& tensor, const opgen::Array<int64_t>& axes) {
    bool is_reduced[OPGEN_MAX_NDIM] = {};
    std::fill_n(is_reduced, tensor.ndim, axes.size == 0);
    for (const int64_t axis : axes) {
      is_valid_ = is_valid_ && axis >= -tensor.ndim && axis < tensor.ndim;
      if (is_valid_) is_reduced[axis < 0 ? axis + tensor.ndim : axis] = true;
    }
    int64_t stride = 1;
    for (int32_t axis = tensor.ndim - 1; axis >= 0; --axis) {
      add(tensor.shape[axis], is_reduced[axis] ? 0 : stride);
      (is_reduced[axis] ? terms_ : stride) *= tensor.shape[axis];
    }
    kept_ = stride;
  }

  // Whether a tensor has as many elements as the reduced one; false where there is no such axis.
  template <typename T>
  bool yields(const opgen::View<T>& reduced) const {
    return is_valid_ && reduced.numel() == kept_;
  }

  // How many elements are reduced to each.
  int64_t terms() const { return terms_; }

  // Calls `visit(i, at, length, step)` for runs of elements i, i + 1, ..., which belong to the
  // elements at, at + step, ... of the reduced tensor, where step is 0 or 1.
  template <typename Visit>
  void for_each_run(const Visit& visit) const {
    int64_t index[OPGEN_MAX_NDIM] = {};
    const int64_t length = sizes_[0], elements = kept_ * terms_;
    for (int64_t i = 0, at = 0; i < elements; i += length) {
      visit(i, at, length, strides_[0]);
      for (int32_t axis = 1; axis < ndim_; ++axis) {
        at += strides_[axis];
        if (++index[axis] < sizes_[axis]) break;
        at -= strides_[axis] * sizes_[axis];
        index[axis] = 0;
      }
    }
  }

 private:
  // Adds the next axis outwards; axes that one stride walks through become one.
  void add(int64_t size, int64_t stride) {
    if (size == 1) return;
    if (ndim_ == 0) {
      sizes_[0] = size;
      strides_[0] = stride;
      ndim_ = 1;
    } else if (stride == strides_[ndim_ - 1] * sizes_[ndim_ - 1]) {
      sizes_[ndim_ - 1] *= size;
    } else {
      sizes_[ndim_] = size;
      strides_[ndim_++] = stride;
    }
  }

  bool is_valid_ = true;
  int32_t ndim_ = 0;  // of the axes from the last to the first
  int64_t sizes_[OPGEN_MAX_NDIM] = {1};
  int64_t strides_[OPGEN_MAX_NDIM] = {0};
  int64_t kept_ = 1;
  int64_t terms_ = 1;
};

}  // namespace zoo

#endif  // ZOO_REDUCTION_H_
