// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad_grad/matmul_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/matrix_product.h"
#include "zoo/products.h"

// Gradients of matmul_grad, for second derivatives of matmul
template <typename T>
opgen_status zoo_kernels::cuda::matmul_grad_grad(opgen_ctx* ctx, opgen::View<const T> dda,
                                                 opgen::View<const T> ddb, opgen::View<const T> dy,
                                                 opgen::View<const T> a, opgen::View<const T> b,
                                                 opgen::View<T> gdy, opgen::View<T> ga,
                                                 opgen::View<T> gb, bool transpose_a,
                                                 bool transpose_b) {
  using Compute = opgen::ComputeType<T>;
  if (!zoo::is_product(dy, zoo::Matrices<const T>(a.data, a, transpose_a),
                       zoo::Matrices<const T>(b.data, b, transpose_b))) {
    return opgen::fail(ctx, "matmul_grad_grad", "dy isn't what matmul of a and b gives");
  }
  using Given = zoo::Factor<const T>;
  const Given dy_at{dy, false}, a_at{a, transpose_a}, b_at{b, transpose_b};
  const Given dda_at{dda, transpose_a}, ddb_at{ddb, transpose_b};
  opgen::Launch launch(ctx, "matmul_grad_grad");
  // Two products with as many terms each.
  const zoo::Factor<T> gdy_at{gdy, false};
  const zoo::Product<T> of_dda(gdy_at, dda_at, b_at), of_ddb(gdy_at, a_at, ddb_at);
  const auto term = [=] __device__(int64_t i, int64_t j) -> Compute {
    return of_dda(i, j) + of_ddb(i, j);
  };
  const auto store = [=] __device__(int64_t i, Compute sum) { gdy[i] = static_cast<T>(sum); };
  launch.fold_each(gdy.numel(), of_dda.terms(), opgen::Sum<Compute>(), term, store);
  zoo::multiply<T>(launch, {ga, transpose_a}, dy_at, ddb_at.transposed());
  zoo::multiply<T>(launch, {gb, transpose_b}, dda_at.transposed(), dy_at);
  return launch.status();
}

ZOO_MATMUL_GRAD_GRAD_CUDA_INSTANTIATE;
