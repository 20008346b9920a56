// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope_grad/rope_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/rotation.h"

// Gradient of rope: the same turn backwards
template <typename T>
opgen_status zoo_kernels::cuda::rope_grad(opgen_ctx* ctx, opgen::View<const T> dy,
                                          opgen::View<const T> cos, opgen::View<const T> sin,
                                          opgen::View<T> dx, bool interleaved) {
  const zoo::Rotation<T> rotation(dy, cos, sin, dx, {interleaved, true});
  const int64_t pairs = rotation.pairs();
  opgen::Launch launch(ctx, "rope_grad");
  launch.for_each(rotation.rows() * pairs,
                  [=] __device__(int64_t i) { rotation.turn(i / pairs, i % pairs); });
  return launch.status();
}

ZOO_ROPE_GRAD_CUDA_INSTANTIATE;
