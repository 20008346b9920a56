// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention_grad/scaled_dot_product_attention_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/attention.h"
#include "zoo/attention_terms.h"

// Gradients of scaled_dot_product_attention, which computes the weights again
template <typename T>
opgen_status zoo_kernels::cuda::scaled_dot_product_attention_grad(
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
  const opgen::Batch batch = opgen::Batch().with(lse, 0, 1);
  const zoo::Rows<T> q_rows(q, batch), k_rows(k, batch), v_rows(v, batch), mask_rows(mask, batch);
  const zoo::Scores<T> scores(q_rows, k_rows, mask_rows, is_causal, scale);
  const int64_t rows = lse.numel(), keys = k_rows.rows, length = q_rows.rows;
  const int64_t values = v_rows.length, width = q_rows.length;
  const opgen::Sum<Compute> sum;
  opgen::Launch launch(ctx, "scaled_dot_product_attention_grad");
  const opgen::Workspace<Compute> means(ctx, rows), weights(ctx, rows * keys);
  const opgen::Workspace<Compute> dscores(ctx, rows * keys);
  const auto product = [=] __device__(int64_t row, int64_t i) -> Compute {
    return Compute(dy[row * values + i]) * Compute(y[row * values + i]);
  };
  const auto keep_mean = [=] __device__(int64_t row, Compute mean) { means[row] = mean; };
  launch.reduce_each(rows, values, sum, product, keep_mean);
  launch.for_each(rows * keys, [=] __device__(int64_t i) {
    const int64_t row = i / keys, key = i % keys;
    const Compute weight = std::exp(scores.at(row, key) - Compute(lse[row]));
    Compute dweight = 0;
    for (int64_t at = 0; at < values; ++at) {
      dweight += Compute(dy[row * values + at]) * v_rows.at(row / length, key, at);
    }
    weights[i] = weight;
    dscores[i] = scores.scale() * weight * (dweight - means[row]);
  });
  // What broadcasts collects from all of the batch that it stands for.
  const opgen::BatchFibre q_batch(q, batch, 0, 2), k_batch(k, batch, 0, 2), v_batch(v, batch, 0, 2);
  const auto dq_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = q_batch.at(i / (length * width), j / keys), key = j % keys;
    const int64_t row = at * length + i / width % length;
    return dscores[row * keys + key] * k_rows.at(at, key, i % width);
  };
  const auto dq_store = [=] __device__(int64_t i, Compute total) { dq[i] = static_cast<T>(total); };
  launch.fold_each(dq.numel(), q_batch.size() * keys, sum, dq_term, dq_store);
  const auto dk_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = k_batch.at(i / (keys * width), j / length), key = i / width % keys;
    const int64_t row = at * length + j % length;
    return dscores[row * keys + key] * q_rows.at(at, j % length, i % width);
  };
  const auto dk_store = [=] __device__(int64_t i, Compute total) { dk[i] = static_cast<T>(total); };
  launch.fold_each(dk.numel(), k_batch.size() * length, sum, dk_term, dk_store);
  const auto dv_term = [=] __device__(int64_t i, int64_t j) -> Compute {
    const int64_t at = v_batch.at(i / (keys * values), j / length), key = i / values % keys;
    const int64_t row = at * length + j % length;
    return weights[row * keys + key] * Compute(dy[row * values + i % values]);
  };
  const auto dv_store = [=] __device__(int64_t i, Compute total) { dv[i] = static_cast<T>(total); };
  launch.fold_each(dv.numel(), v_batch.size() * length, sum, dv_term, dv_store);
  return launch.status();
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_CUDA_INSTANTIATE;
