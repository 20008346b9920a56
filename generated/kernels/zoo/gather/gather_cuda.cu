// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather/gather_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"
#include "zoo/indexing.h"

// For each element of index, the element of x that it names along an axis
template <typename T, typename I>
opgen_status zoo_kernels::cuda::gather(opgen_ctx* ctx, opgen::View<const T> x,
                                       opgen::View<const I> index, opgen::View<T> y, int64_t axis) {
  const zoo::IndexedPlaces places(x, index, zoo::axis_of(axis, x.ndim));
  opgen::Launch launch(ctx, "gather");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    y[i] = x[places.at(i, zoo::checked(index[i], places.size()))];
  });
  return launch.status();
}

ZOO_GATHER_CUDA_INSTANTIATE;
