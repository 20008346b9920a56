// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention/scaled_dot_product_attention_cpu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "zoo/attention.h"

// Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask
template <typename T>
opgen_status zoo_kernels::scaled_dot_product_attention(
    opgen_ctx* ctx, opgen::View<const T> q, opgen::View<const T> k, opgen::View<const T> v,
    opgen::View<const T> mask, opgen::View<T> y, opgen::View<T> lse, bool is_causal, double scale) {
  using Compute = opgen::ComputeType<T>;
  const zoo::Attention<T, Compute> attention(q, k, v, mask, is_causal, scale);
  const int64_t values = v.shape[v.ndim - 1];
  std::vector<Compute> weights(static_cast<size_t>(attention.keys));
  std::vector<Compute> sums(static_cast<size_t>(values));
  attention.for_each_row(lse, [&](const zoo::AttentionRow& row) {
    attention.scores(row, weights.data());
    Compute top = -std::numeric_limits<Compute>::infinity(), total = 0;
    for (int64_t key = 0; key < row.visible; ++key) {
      top = std::max(top, weights[static_cast<size_t>(key)]);
    }
    std::fill(sums.begin(), sums.end(), Compute(0));
    for (int64_t key = 0; key < row.visible; ++key) {
      const Compute weight = std::exp(weights[static_cast<size_t>(key)] - top);
      const T* value = v.data + row.v + key * values;
      total += weight;
      for (int64_t i = 0; i < values; ++i) sums[static_cast<size_t>(i)] += weight * value[i];
    }
    for (int64_t i = 0; i < values; ++i) {
      y[row.index * values + i] = static_cast<T>(sums[static_cast<size_t>(i)] / total);
    }
    lse[row.index] = static_cast<T>(top + std::log(total));
  });
  return OPGEN_OK;
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_CPU_INSTANTIATE;
