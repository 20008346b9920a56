// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding/embedding_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"

// The rows of weight that index names; the row of padding_index isn't trained
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding(opgen_ctx* ctx, opgen::View<const T> weight,
                                          opgen::View<const I> index, opgen::View<T> y,
                                          int64_t padding_index) {
  const int64_t rows = weight.shape[0], length = weight.shape[1];
  opgen::Launch launch(ctx, "embedding");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    y[i] = weight[zoo::checked(index[i / length], rows) * length + i % length];
  });
  return launch.status();
}

ZOO_EMBEDDING_CUDA_INSTANTIATE;
