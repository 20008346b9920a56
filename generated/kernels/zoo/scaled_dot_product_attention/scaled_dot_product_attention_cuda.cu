// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention/scaled_dot_product_attention_cuda.h"

#include "opgen_cuda.h"
#include "zoo/attention_terms.h"

// Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask
template <typename T>
opgen_status zoo_kernels::cuda::scaled_dot_product_attention(
    opgen_ctx* ctx, opgen::View<const T> q, opgen::View<const T> k, opgen::View<const T> v,
    opgen::View<const T> mask, opgen::View<T> y, opgen::View<T> lse, bool is_causal, double scale) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch batch = opgen::Batch().with(lse, 0, 1);
  const zoo::Rows<T> q_rows(q, batch), k_rows(k, batch), v_rows(v, batch), mask_rows(mask, batch);
  const zoo::Scores<T> scores(q_rows, k_rows, mask_rows, is_causal, scale);
  const int64_t rows = lse.numel(), keys = k_rows.rows, length = q_rows.rows;
  const int64_t values = v_rows.length;
  opgen::Launch launch(ctx, "scaled_dot_product_attention");
  const opgen::Workspace<Compute> kept(ctx, rows * keys), tops(ctx, rows), totals(ctx, rows);
  launch.for_each(rows * keys,
                  [=] __device__(int64_t i) { kept[i] = scores.at(i / keys, i % keys); });
  const auto score = [=] __device__(int64_t row, int64_t key) -> Compute {
    return kept[row * keys + key];
  };
  const auto keep_top = [=] __device__(int64_t row, Compute top) { tops[row] = top; };
  launch.reduce_each(rows, keys, opgen::Maximum<Compute>(), score, keep_top);
  const auto weight = [=] __device__(int64_t row, int64_t key) -> Compute {
    return std::exp(kept[row * keys + key] - tops[row]);
  };
  const auto keep_total = [=] __device__(int64_t row, Compute total) {
    totals[row] = total;
    lse[row] = static_cast<T>(tops[row] + std::log(total));
  };
  launch.reduce_each(rows, keys, opgen::Sum<Compute>(), weight, keep_total);
  const auto term = [=] __device__(int64_t i, int64_t key) -> Compute {
    const int64_t row = i / values;
    const Compute own = std::exp(kept[row * keys + key] - tops[row]);
    return own * v_rows.at(row / length, key, i % values);
  };
  const auto store = [=] __device__(int64_t i, Compute sum) {
    y[i] = static_cast<T>(sum / totals[i / values]);
  };
  launch.fold_each(y.numel(), keys, opgen::Sum<Compute>(), term, store);
  return launch.status();
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_CUDA_INSTANTIATE;
