// Where the elements of a part of a tensor are in the whole, along one axis.
#ifndef ZOO_PARTS_H_
#define ZOO_PARTS_H_

#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// A part whose rows of `length` elements begin `start` elements into rows of `whole_length`.
struct Part {
  int64_t length, whole_length, start;

  // The place in the whole of element i of the part.
  OPGEN_HD int64_t operator[](int64_t i) const {
    return i / length * whole_length + start + i % length;
  }
};

}  // namespace zoo

#endif  // ZOO_PARTS_H_
