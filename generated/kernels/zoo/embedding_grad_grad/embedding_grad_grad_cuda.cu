// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad_grad/embedding_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"

// Gradient of embedding_grad: rows, with zeros for padding_index
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddweight,
                                                    opgen::View<const I> index, opgen::View<T> gdy,
                                                    int64_t padding_index) {
  const int64_t rows = ddweight.shape[0], length = ddweight.shape[1];
  opgen::Launch launch(ctx, "embedding_grad_grad");
  launch.for_each(gdy.numel(), [=] __device__(int64_t i) {
    const int64_t named = zoo::checked(index[i / length], rows);
    gdy[i] = named == padding_index ? T(0) : ddweight[named * length + i % length];
  });
  return launch.status();
}

ZOO_EMBEDDING_GRAD_GRAD_CUDA_INSTANTIATE;
