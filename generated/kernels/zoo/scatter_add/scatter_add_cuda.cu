// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/scatter_add/scatter_add_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"
#include "zoo/indexing.h"

// x with each element of src added where index says along an axis
template <typename T, typename I>
opgen_status zoo_kernels::cuda::scatter_add(opgen_ctx* ctx, opgen::View<const T> x,
                                            opgen::View<const I> index, opgen::View<const T> src,
                                            opgen::View<T> y, int64_t axis) {
  const zoo::IndexedPlaces places(x, index, zoo::axis_of(axis, x.ndim));
  const zoo::DeviceSums<T> sums(ctx, y);
  opgen::Launch launch(ctx, "scatter_add");
  zoo::start(launch, sums, x);
  launch.for_each(src.numel(), [=] __device__(int64_t i) {
    sums.add(places.at(i, zoo::checked(index[i], places.size())), src[i]);
  });
  zoo::store(launch, sums);
  return launch.status();
}

ZOO_SCATTER_ADD_CUDA_INSTANTIATE;
