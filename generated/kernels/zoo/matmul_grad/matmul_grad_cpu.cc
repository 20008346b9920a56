// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul_grad/matmul_grad_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/matrix_product.h"

// Gradients of matmul, summed over the axes that were broadcast
template <typename T>
opgen_status zoo_kernels::matmul_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                      opgen::View<const T> a, opgen::View<const T> b,
                                      opgen::View<T> da, opgen::View<T> db, bool transpose_a,
                                      bool transpose_b) {
  using Compute = opgen::ComputeType<T>;
  using Given = zoo::Matrices<const T>;
  const Given a_at(a.data, a, transpose_a), b_at(b.data, b, transpose_b);
  if (!zoo::is_product(dy, a_at, b_at)) {
    return opgen::fail(ctx, "matmul_grad", "dy isn't what matmul of a and b gives");
  }
  const Given dy_at(dy.data, dy, false);
  zoo::Accumulator<T, Compute> da_sums(da), db_sums(db);
  zoo::add_product(zoo::Matrices<Compute>(da_sums.data(), da, transpose_a), dy_at,
                   b_at.transposed());
  zoo::add_product(zoo::Matrices<Compute>(db_sums.data(), db, transpose_b), a_at.transposed(),
                   dy_at);
  da_sums.store();
  db_sums.store();
  return OPGEN_OK;
}

ZOO_MATMUL_GRAD_CPU_INSTANTIATE;
