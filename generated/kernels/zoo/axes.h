// Tensors seen along one of their axes.
#ifndef ZOO_AXES_H_
#define ZOO_AXES_H_

#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// Counts an axis that infer has accepted from the front.
inline int32_t axis_of(int64_t axis, int32_t ndim) {
  return static_cast<int32_t>(axis < 0 ? axis + ndim : axis);
}

// A compact tensor as [outer, size, inner], where `size` is that of the axis.
struct Along {
  int64_t outer, size, inner;

  template <typename T>
  Along(const opgen::View<T>& tensor, int32_t axis)
      : outer(tensor.numel(0, axis)),
        size(tensor.shape[axis]),
        inner(tensor.numel(axis + 1, tensor.ndim)) {}
};

// Whether two tensors agree in all axes but one.
template <typename T, typename U>
bool fits_beside(const opgen::View<T>& a, const opgen::View<U>& b, int32_t axis) {
  if (a.ndim != b.ndim) return false;
  for (int32_t at = 0; at < a.ndim; ++at) {
    if (at != axis && a.shape[at] != b.shape[at]) return false;
  }
  return true;
}

// Whether `layer` has the shape of `whole` without an axis.
template <typename T, typename U>
bool is_layer(const opgen::View<T>& layer, const opgen::View<U>& whole, int32_t axis) {
  if (layer.ndim + 1 != whole.ndim) return false;
  for (int32_t at = 0; at < layer.ndim; ++at) {
    if (layer.shape[at] != whole.shape[at < axis ? at : at + 1]) return false;
  }
  return true;
}

}  // namespace zoo

#endif  // ZOO_AXES_H_
