// Products of batches of matrices, whose leading dimensions broadcast.
#ifndef ZOO_MATRIX_PRODUCT_H_
#define ZOO_MATRIX_PRODUCT_H_

#include <algorithm>
#include <cstdint>
#include <utility>

#include "opgen_kernel.h"

namespace zoo {

// The last two dimensions of a compact tensor, as they are or transposed, at each batch index.
template <typename T>
struct Matrices {
  T* data;
  const int64_t* shape;
  int32_t batch_rank;
  int64_t rows, columns, row_stride, column_stride;

  template <typename U>
  Matrices(T* elements, const opgen::View<U>& tensor, bool is_transposed)
      : data(elements), shape(tensor.shape), batch_rank(tensor.ndim - 2) {
    rows = shape[batch_rank];
    columns = row_stride = shape[batch_rank + 1];
    column_stride = 1;
    if (is_transposed) *this = transposed();
  }

  Matrices transposed() const {
    Matrices turned = *this;
    std::swap(turned.rows, turned.columns);
    std::swap(turned.row_stride, turned.column_stride);
    return turned;
  }

  // The size of a batch dimension counted from the last one, 1 where there is none.
  int64_t batch_size(int32_t from_last) const {
    return from_last < batch_rank ? shape[batch_rank - 1 - from_last] : 1;
  }
};

// Where the matrices of one tensor lie, while a batch index runs through a broadcast shape.
template <typename T>
class BatchWalk {
 public:
  explicit BatchWalk(const Matrices<T>& matrices) : at_(matrices.data) {
    int64_t stride = matrices.rows * matrices.columns;
    for (int32_t axis = 0; axis < OPGEN_MAX_NDIM; ++axis) {
      const int64_t size = matrices.batch_size(axis);
      strides_[axis] = size == 1 ? 0 : stride;
      stride *= size;
    }
  }

  T* at() const { return at_; }
  void step(int32_t axis) { at_ += strides_[axis]; }
  void rewind(int32_t axis, int64_t size) { at_ -= strides_[axis] * size; }

 private:
  T* at_;
  int64_t strides_[OPGEN_MAX_NDIM];
};

// Adds a * b to c, all at one batch index.
template <typename C, typename T>
void add_product_at(C* c_at, const T* a_at, const T* b_at, const Matrices<C>& c,
                    const Matrices<const T>& a, const Matrices<const T>& b) {
  const bool is_dot = a.column_stride == 1 && b.row_stride == 1 && b.column_stride != 1;
  for (int64_t row = 0; row < a.rows; ++row) {
    C* c_row = c_at + row * c.row_stride;
    const T* a_row = a_at + row * a.row_stride;
    if (is_dot) {
      for (int64_t column = 0; column < b.columns; ++column) {
        const T* b_column = b_at + column * b.column_stride;
        C sum = 0;
        for (int64_t k = 0; k < a.columns; ++k) sum += C(a_row[k]) * C(b_column[k]);
        c_row[column * c.column_stride] += sum;
      }
      continue;
    }
    // Each term of a row of c is a row of b, so that the inner loop runs along both.
    for (int64_t k = 0; k < a.columns; ++k) {
      const C factor = a_row[k * a.column_stride];
      const T* b_row = b_at + k * b.row_stride;
      for (int64_t column = 0; column < b.columns; ++column) {
        c_row[column * c.column_stride] += factor * b_row[column * b.column_stride];
      }
    }
  }
}

// Adds a * b to c, whose batch may be smaller than theirs: sums go to the same matrix then.
template <typename C, typename T>
void add_product(const Matrices<C>& c, const Matrices<const T>& a, const Matrices<const T>& b) {
  if (c.column_stride != 1) return add_product(c.transposed(), b.transposed(), a.transposed());
  const int32_t rank = std::max({a.batch_rank, b.batch_rank, c.batch_rank});
  int64_t sizes[OPGEN_MAX_NDIM], index[OPGEN_MAX_NDIM] = {}, batches = 1;
  for (int32_t axis = 0; axis < rank; ++axis) {
    sizes[axis] = a.batch_size(axis);
    for (const int64_t size : {b.batch_size(axis), c.batch_size(axis)}) {
      if (sizes[axis] == 1) sizes[axis] = size;
    }
    batches *= sizes[axis];
  }
  BatchWalk<C> c_walk(c);
  BatchWalk<const T> a_walk(a);
  BatchWalk<const T> b_walk(b);
  for (int64_t batch = 0; batch < batches; ++batch) {
    add_product_at(c_walk.at(), a_walk.at(), b_walk.at(), c, a, b);
    for (int32_t axis = 0; axis < rank; ++axis) {
      a_walk.step(axis), b_walk.step(axis), c_walk.step(axis);
      if (++index[axis] < sizes[axis]) break;
      a_walk.rewind(axis, sizes[axis]), b_walk.rewind(axis, sizes[axis]);
      c_walk.rewind(axis, sizes[axis]);
      index[axis] = 0;
    }
  }
}

// Whether a tensor has the shape of a * b.
template <typename T>
bool is_product(const opgen::View<const T>& product, const Matrices<const T>& a,
                const Matrices<const T>& b) {
  const int32_t rank = std::max(a.batch_rank, b.batch_rank);
  if (product.ndim != rank + 2 || a.columns != b.rows) return false;
  if (product.shape[rank] != a.rows || product.shape[rank + 1] != b.columns) return false;
  for (int32_t axis = 0; axis < rank; ++axis) {
    const int64_t size = product.shape[rank - 1 - axis];
    const int64_t a_size = a.batch_size(axis), b_size = b.batch_size(axis);
    if ((a_size != size && a_size != 1) || (b_size != size && b_size != 1)) return false;
    if (size != 1 && a_size == 1 && b_size == 1) return false;
  }
  return true;
}

}  // namespace zoo

#endif  // ZOO_MATRIX_PRODUCT_H_
