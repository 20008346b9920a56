// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad/matmul_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/matrix_product.h"
#include "zoo/products.h"

// Gradients of matmul, summed over the axes that were broadcast
template <typename T>
opgen_status zoo_kernels::cuda::matmul_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const T> a, opgen::View<const T> b,
                                            opgen::View<T> da, opgen::View<T> db, bool transpose_a,
                                            bool transpose_b) {
  if (!zoo::is_product(dy, zoo::Matrices<const T>(a.data, a, transpose_a),
                       zoo::Matrices<const T>(b.data, b, transpose_b))) {
    return opgen::fail(ctx, "matmul_grad", "dy isn't what matmul of a and b gives");
  }
  const zoo::Factor<const T> dy_at{dy, false}, a_at{a, transpose_a}, b_at{b, transpose_b};
  opgen::Launch launch(ctx, "matmul_grad");
  zoo::multiply<T>(launch, {da, transpose_a}, dy_at, b_at.transposed());
  zoo::multiply<T>(launch, {db, transpose_b}, a_at.transposed(), dy_at);
  return launch.status();
}

ZOO_MATMUL_GRAD_CUDA_INSTANTIATE;
