// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/gather_grad/gather_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/device_sums.h"
#include "zoo/indexing.h"

// Gradient of gather: sums of what went to the same element
template <typename T, typename I>
opgen_status zoo_kernels::cuda::gather_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                            opgen::View<const I> index, opgen::View<const T> x,
                                            opgen::View<T> dx, int64_t axis) {
  const zoo::IndexedPlaces places(x, index, zoo::axis_of(axis, x.ndim));
  const zoo::DeviceSums<T> sums(ctx, dx);
  opgen::Launch launch(ctx, "gather_grad");
  zoo::start(launch, sums);
  launch.for_each(dy.numel(), [=] __device__(int64_t i) {
    sums.add(places.at(i, zoo::checked(index[i], places.size())), dy[i]);
  });
  zoo::store(launch, sums);
  return launch.status();
}

ZOO_GATHER_GRAD_CUDA_INSTANTIATE;
