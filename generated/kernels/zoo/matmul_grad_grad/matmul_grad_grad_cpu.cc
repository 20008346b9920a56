// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad_grad/matmul_grad_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/matrix_product.h"

// Gradients of matmul_grad, for second derivatives of matmul
template <typename T>
opgen_status zoo_kernels::matmul_grad_grad(opgen_ctx* ctx, opgen::View<const T> dda,
                                           opgen::View<const T> ddb, opgen::View<const T> dy,
                                           opgen::View<const T> a, opgen::View<const T> b,
                                           opgen::View<T> gdy, opgen::View<T> ga, opgen::View<T> gb,
                                           bool transpose_a, bool transpose_b) {
  using Compute = opgen::ComputeType<T>;
  using Given = zoo::Matrices<const T>;
  using Sums = zoo::Matrices<Compute>;
  const Given a_at(a.data, a, transpose_a), b_at(b.data, b, transpose_b);
  if (!zoo::is_product(dy, a_at, b_at)) {
    return opgen::fail(ctx, "matmul_grad_grad", "dy isn't what matmul of a and b gives");
  }
  const Given dda_at(dda.data, dda, transpose_a), ddb_at(ddb.data, ddb, transpose_b);
  const Given dy_at(dy.data, dy, false);
  zoo::Accumulator<T, Compute> gdy_sums(gdy), ga_sums(ga), gb_sums(gb);
  const Sums gdy_at(gdy_sums.data(), gdy, false);
  zoo::add_product(gdy_at, dda_at, b_at);
  zoo::add_product(gdy_at, a_at, ddb_at);
  zoo::add_product(Sums(ga_sums.data(), ga, transpose_a), dy_at, ddb_at.transposed());
  zoo::add_product(Sums(gb_sums.data(), gb, transpose_b), dda_at.transposed(), dy_at);
  gdy_sums.store();
  ga_sums.store();
  gb_sums.store();
  return OPGEN_OK;
}

ZOO_MATMUL_GRAD_GRAD_CPU_INSTANTIATE;
