// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/embedding_grad/embedding_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/axes.h"
#include "zoo/device_sums.h"

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
opgen_status zoo_kernels::cuda::embedding_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                               opgen::View<const I> index,
                                               opgen::View<const T> weight, opgen::View<T> dweight,
                                               int64_t padding_index) {
  if (!zoo::is_layer(index, dy, index.ndim)) {
    return opgen::fail(ctx, "embedding_grad", "dy isn't what embedding of weight gives");
  }
  const int64_t rows = weight.shape[0], length = weight.shape[1];
  const zoo::DeviceSums<T> sums(ctx, dweight);
  opgen::Launch launch(ctx, "embedding_grad");
  zoo::start(launch, sums);
  launch.for_each(dy.numel(), [=] __device__(int64_t i) {
    const int64_t named = zoo::checked(index[i / length], rows);
    if (named != padding_index) sums.add(named * length + i % length, dy[i]);
  });
  zoo::store(launch, sums);
  return launch.status();
}

ZOO_EMBEDDING_GRAD_CUDA_INSTANTIATE;
