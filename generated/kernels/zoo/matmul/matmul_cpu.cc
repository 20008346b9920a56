// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/matmul/matmul_cpu.h"

#include "zoo/accumulator.h"
#include "zoo/matrix_product.h"

// a times b, each transposed on request, with leading axes that broadcast
template <typename T>
opgen_status zoo_kernels::matmul(opgen_ctx* ctx, opgen::View<const T> a, opgen::View<const T> b,
                                 opgen::View<T> y, bool transpose_a, bool transpose_b) {
  using Compute = opgen::ComputeType<T>;
  zoo::Accumulator<T, Compute> sums(y);
  zoo::add_product(zoo::Matrices<Compute>(sums.data(), y, false),
                   zoo::Matrices<const T>(a.data, a, transpose_a),
                   zoo::Matrices<const T>(b.data, b, transpose_b));
  sums.store();
  return OPGEN_OK;
}

ZOO_MATMUL_CPU_INSTANTIATE;
