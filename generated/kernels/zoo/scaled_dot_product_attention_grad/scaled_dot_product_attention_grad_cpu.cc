// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention_grad/scaled_dot_product_attention_grad_cpu.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "opgen_broadcast.h"
#include "zoo/accumulator.h"
#include "zoo/attention.h"

// Gradients of scaled_dot_product_attention, which computes the weights again
template <typename T>
opgen_status zoo_kernels::scaled_dot_product_attention_grad(
    opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> q, opgen::View<const T> k,
    opgen::View<const T> v, opgen::View<const T> mask, opgen::View<const T> y,
    opgen::View<const T> lse, opgen::View<T> dq, opgen::View<T> dk, opgen::View<T> dv,
    bool is_causal, double scale) {
  using Compute = opgen::ComputeType<T>;
  if (!zoo::fits_attention(q, k, v, mask, lse, y) || !opgen::same_dims(dy, y)) {
    return opgen::fail(
        ctx, "scaled_dot_product_attention_grad",
        "dy, y and lse aren't what scaled_dot_product_attention of q, k and v gives");
  }
  const zoo::Attention<T, Compute> attention(q, k, v, mask, is_causal, scale);
  const int64_t values = v.shape[v.ndim - 1], length = q.shape[q.ndim - 1];
  zoo::Accumulator<T, Compute> dq_sums(dq), dk_sums(dk), dv_sums(dv);
  std::vector<Compute> weights(static_cast<size_t>(attention.keys));
  attention.for_each_row(lse, [&](const zoo::AttentionRow& row) {
    attention.scores(row, weights.data());
    const T *dy_row = dy.data + row.index * values, *y_row = y.data + row.index * values;
    Compute mean = 0;
    for (int64_t i = 0; i < values; ++i) mean += Compute(dy_row[i]) * Compute(y_row[i]);
    for (int64_t key = 0; key < row.visible; ++key) {
      const Compute score = weights[static_cast<size_t>(key)];
      const Compute weight = std::exp(score - Compute(lse[row.index]));
      const T* v_row = v.data + row.v + key * values;
      Compute* dv_row = dv_sums.data() + row.v + key * values;
      Compute dweight = 0;
      for (int64_t i = 0; i < values; ++i) {
        dweight += Compute(dy_row[i]) * Compute(v_row[i]);
        dv_row[i] += weight * Compute(dy_row[i]);
      }
      const Compute dscore = attention.scale * weight * (dweight - mean);
      const T *q_row = q.data + row.q, *k_row = k.data + row.k + key * length;
      Compute *dq_row = dq_sums.data() + row.q, *dk_row = dk_sums.data() + row.k + key * length;
      for (int64_t i = 0; i < length; ++i) {
        dq_row[i] += dscore * Compute(k_row[i]);
        dk_row[i] += dscore * Compute(q_row[i]);
      }
    }
  });
  dq_sums.store();
  dk_sums.store();
  dv_sums.store();
  return OPGEN_OK;
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_CPU_INSTANTIATE;
