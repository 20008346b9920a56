// The scores of scaled dot product attention, row by row.
#ifndef ZOO_ATTENTION_H_
#define ZOO_ATTENTION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "opgen_kernel.h"

namespace zoo {

// Where the matrices of a tensor [..., rows, columns] lie, for a batch that it broadcasts to.
class BatchOffsets {
 public:
  template <typename T>
  explicit BatchOffsets(const opgen::View<T>& tensor) : batch_rank_(tensor.ndim - 2) {
    int64_t stride = tensor ? tensor.numel(batch_rank_, tensor.ndim) : 0;
    for (int32_t axis = batch_rank_ - 1; axis >= 0; --axis) {
      strides_[axis] = tensor.shape[axis] == 1 ? 0 : stride;
      stride *= tensor.shape[axis];
    }
  }

  // `batch` counts through the dimensions `shape`, of which there are `rank`.
  int64_t at(int64_t batch, const int64_t* shape, int32_t rank) const {
    int64_t offset = 0;
    for (int32_t axis = 1; axis <= batch_rank_; ++axis) {
      offset += batch % shape[rank - axis] * strides_[batch_rank_ - axis];
      batch /= shape[rank - axis];
    }
    return offset;
  }

 private:
  int32_t batch_rank_;
  int64_t strides_[OPGEN_MAX_NDIM] = {};
};

// One row of q and the matrices that it meets.
struct AttentionRow {
  int64_t index;          // of all rows of the result
  int64_t q, k, v, mask;  // where the row of q and of the mask and the matrices k and v begin
  int64_t visible;        // how many keys it sees
};

template <typename T, typename Compute>
class Attention {
 public:
  const int64_t keys;
  const Compute scale;

  Attention(const opgen::View<const T>& q, const opgen::View<const T>& k,
            const opgen::View<const T>& v, const opgen::View<const T>& mask, bool is_causal,
            double given_scale)
      : keys(k.shape[k.ndim - 2]),
        scale(static_cast<Compute>(given_scale != 0 ? given_scale : default_scale(q))),
        q_(q),
        k_(k),
        mask_(mask),
        q_offsets_(q),
        k_offsets_(k),
        v_offsets_(v),
        mask_offsets_(mask),
        is_causal_(is_causal) {}

  // Calls `visit(row)` for each row of a result with the dimensions of `lse`.
  template <typename U, typename Visit>
  void for_each_row(const opgen::View<U>& lse, const Visit& visit) const {
    const int32_t rank = lse.ndim - 1;
    const int64_t rows = lse.shape[rank], length = q_.shape[q_.ndim - 1];
    for (int64_t batch = 0; batch < lse.numel(0, rank); ++batch) {
      const int64_t q = q_offsets_.at(batch, lse.shape, rank);
      const int64_t k = k_offsets_.at(batch, lse.shape, rank);
      const int64_t v = v_offsets_.at(batch, lse.shape, rank);
      const int64_t mask = mask_offsets_.at(batch, lse.shape, rank);
      for (int64_t row = 0; row < rows; ++row) {
        const int64_t visible = is_causal_ ? std::min(row + 1, keys) : keys;
        visit(AttentionRow{batch * rows + row, q + row * length, k, v, mask + row * keys, visible});
      }
    }
  }

  // The scaled scores of the keys that a row sees.
  void scores(const AttentionRow& row, Compute* result) const {
    const int64_t length = q_.shape[q_.ndim - 1];
    const T* q_row = q_.data + row.q;
    for (int64_t key = 0; key < row.visible; ++key) {
      const T* k_row = k_.data + row.k + key * length;
      Compute sum = 0;
      for (int64_t i = 0; i < length; ++i) sum += Compute(q_row[i]) * Compute(k_row[i]);
      result[key] = scale * sum + (mask_ ? Compute(mask_[row.mask + key]) : Compute(0));
    }
  }

 private:
  static double default_scale(const opgen::View<const T>& q) {
    return 1 / std::sqrt(static_cast<double>(q.shape[q.ndim - 1]));
  }

  opgen::View<const T> q_, k_, mask_;
  BatchOffsets q_offsets_, k_offsets_, v_offsets_, mask_offsets_;
  bool is_causal_;
};

// Whether a tensor [..., rows, columns] broadcasts to the batch `shape` of `rank` dimensions.
template <typename T>
bool fits_batch(const opgen::View<const T>& tensor, int64_t rows, int64_t columns,
                const int64_t* shape, int32_t rank) {
  const int32_t batch_rank = tensor.ndim - 2;
  if (batch_rank < 0 || batch_rank > rank) return false;
  for (int32_t axis = 1; axis <= batch_rank; ++axis) {
    const int64_t size = tensor.shape[batch_rank - axis];
    if (size != 1 && size != shape[rank - axis]) return false;
  }
  return tensor.shape[batch_rank] == rows && tensor.shape[batch_rank + 1] == columns;
}

// Whether `lse` [..., l] and `y` [..., l, e] are what attention of q, k and v gives.
template <typename T>
bool fits_attention(const opgen::View<const T>& q, const opgen::View<const T>& k,
                    const opgen::View<const T>& v, const opgen::View<const T>& mask,
                    const opgen::View<const T>& lse, const opgen::View<const T>& y) {
  if (lse.ndim < 1 || y.ndim != lse.ndim + 1 || q.ndim < 2 || k.ndim < 2 || v.ndim < 2) {
    return false;
  }
  const int32_t rank = lse.ndim - 1;
  const int64_t rows = lse.shape[rank], keys = k.shape[k.ndim - 2];
  const int64_t length = q.shape[q.ndim - 1], values = v.shape[v.ndim - 1];
  return fits_batch(y, rows, values, lse.shape, rank) && y.numel() == lse.numel() * values &&
         fits_batch(q, rows, length, lse.shape, rank) &&
         fits_batch(k, keys, length, lse.shape, rank) &&
         fits_batch(v, keys, values, lse.shape, rank) &&
         (!mask || fits_batch(mask, rows, keys, lse.shape, rank));
}

}  // namespace zoo

#endif  // ZOO_ATTENTION_H_
