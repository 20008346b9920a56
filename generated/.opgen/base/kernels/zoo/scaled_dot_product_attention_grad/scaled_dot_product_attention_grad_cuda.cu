// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scaled_dot_product_attention_grad/scaled_dot_product_attention_grad_cuda.h"

#include "opgen_cuda.h"

// Gradients of scaled_dot_product_attention, which computes the weights again
template <typename T>
opgen_status zoo_kernels::cuda::scaled_dot_product_attention_grad(
    opgen_ctx* ctx, opgen::View<const T> dy, opgen::View<const T> q, opgen::View<const T> k,
    opgen::View<const T> v, opgen::View<const T> mask, opgen::View<const T> y,
    opgen::View<const T> lse, opgen::View<T> dq, opgen::View<T> dk, opgen::View<T> dv,
    bool is_causal, double scale) {
  return opgen::not_written(
      ctx, "scaled_dot_product_attention_grad", "CUDA kernel",
      "kernels/zoo/scaled_dot_product_attention_grad/scaled_dot_product_attention_grad_cuda.cu",
      __LINE__);
}

ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_CUDA_INSTANTIATE;
