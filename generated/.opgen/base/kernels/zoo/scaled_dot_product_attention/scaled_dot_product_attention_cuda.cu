// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention/scaled_dot_product_attention_cuda.h"

#include "opgen_cuda.h"

// Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask
template <typename T>
opgen_status zoo_kernels::cuda::scaled_dot_product_attention(
    opgen_ctx* ctx, opgen::View<const T> q, opgen::View<const T> k, opgen::View<const T> v,
    opgen::View<const T> mask, opgen::View<T> y, opgen::View<T> lse, bool is_causal, double scale) {
  return opgen::not_written(
      ctx, "scaled_dot_product_attention", "CUDA kernel",
      "kernels/zoo/scaled_dot_product_attention/scaled_dot_product_attention_cuda.cu", __LINE__);
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_CUDA_INSTANTIATE;
