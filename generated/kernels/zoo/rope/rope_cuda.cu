// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/rope/rope_cuda.h"

#include "opgen_cuda.h"
#include "zoo/rotation.h"

// Rotary position embedding: pairs of elements turned by the angle of their place
template <typename T>
opgen_status zoo_kernels::cuda::rope(opgen_ctx* ctx, opgen::View<const T> x,
                                     opgen::View<const T> cos, opgen::View<const T> sin,
                                     opgen::View<T> y, bool interleaved) {
  const zoo::Rotation<T> rotation(x, cos, sin, y, {interleaved, false});
  const int64_t pairs = rotation.pairs();
  opgen::Launch launch(ctx, "rope");
  launch.for_each(rotation.rows() * pairs,
                  [=] __device__(int64_t i) { rotation.turn(i / pairs, i % pairs); });
  return launch.status();
}

ZOO_ROPE_CUDA_INSTANTIATE;
