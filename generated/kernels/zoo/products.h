// Products of batches of matrices on a GPU: the terms of each element.
#ifndef ZOO_PRODUCTS_H_
#define ZOO_PRODUCTS_H_

#include <cstdint>
#include <utility>

#include "opgen_cuda.h"

namespace zoo {

// The last two dimensions of a compact tensor as a matrix, as they are or transposed.
template <typename T>
struct Factor {
  opgen::View<T> tensor;
  bool is_transposed;

  Factor transposed() const { return {tensor, !is_transposed}; }
  int64_t rows() const { return tensor.shape[tensor.ndim - (is_transposed ? 1 : 2)]; }
  int64_t columns() const { return tensor.shape[tensor.ndim - (is_transposed ? 2 : 1)]; }
};

// The matrix of a factor at each index of a batch that its leading dimensions broadcast to.
template <typename T>
class BatchOfMatrices {
 public:
  BatchOfMatrices(const Factor<T>& factor, const opgen::Batch& batch)
      : data_(factor.tensor.data),
        batch_(factor.tensor, batch, 0, 2),
        size_(factor.rows() * factor.columns()),
        row_stride_(factor.is_transposed ? 1 : factor.columns()),
        column_stride_(factor.is_transposed ? factor.rows() : 1) {}

  OPGEN_HD T& at(int64_t batch, int64_t row, int64_t column) const {
    return data_[batch_[batch] * size_ + row * row_stride_ + column * column_stride_];
  }

 private:
  T* data_;
  opgen::BatchIndex batch_;
  int64_t size_, row_stride_, column_stride_;
};

// Term j of element i of the compact tensor c is a product of elements of a and of b. Where the
// batch of c is smaller than theirs, there are terms of all that is summed to the same matrix.
template <typename T>
class Product {
 public:
  using Compute = opgen::ComputeType<T>;

  template <typename U>
  Product(const Factor<U>& c, const Factor<const T>& a, const Factor<const T>& b)
      : Product(c.tensor, c.is_transposed ? b.transposed() : a,
                c.is_transposed ? a.transposed() : b,
                opgen::Batch().with(a.tensor, 0, 2).with(b.tensor, 0, 2)) {}

  int64_t terms() const { return batch_.size() * inner_; }

  OPGEN_HD Compute operator()(int64_t i, int64_t j) const {
    const int64_t matrix = i / (rows_ * columns_), row = i / columns_ % rows_;
    const int64_t batch = batch_.at(matrix, j / inner_), k = j % inner_;
    return Compute(a_.at(batch, row, k)) * Compute(b_.at(batch, k, i % columns_));
  }

 private:
  template <typename U>
  Product(const opgen::View<U>& c, const Factor<const T>& a, const Factor<const T>& b,
          const opgen::Batch& batch)
      : a_(a, batch),
        b_(b, batch),
        batch_(c, batch, 0, 2),
        rows_(a.rows()),
        columns_(b.columns()),
        inner_(a.columns()) {}

  BatchOfMatrices<const T> a_, b_;
  opgen::BatchFibre batch_;
  int64_t rows_, columns_, inner_;
};

// c = a * b
template <typename T>
void multiply(opgen::Launch& launch, const Factor<T>& c, const Factor<const T>& a,
              const Factor<const T>& b) {
  using Compute = opgen::ComputeType<T>;
  const Product<T> product(c, a, b);
  const opgen::View<T> result = c.tensor;
  launch.fold_each(result.numel(), product.terms(), opgen::Sum<Compute>(), product,
                   [=] __device__(int64_t i, Compute sum) { result[i] = static_cast<T>(sum); });
}

}  // namespace zoo

#endif  // ZOO_PRODUCTS_H_
