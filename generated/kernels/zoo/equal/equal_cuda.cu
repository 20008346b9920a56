// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/equal/equal_cuda.h"

#include "opgen_cuda.h"

// Whether x is y
template <typename T, typename B>
opgen_status zoo_kernels::cuda::equal(opgen_ctx* ctx, opgen::View<const T> x,
                                      opgen::View<const T> y, opgen::View<B> z) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(z);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex y_at(y, shape);
  const int64_t count = z.numel();
  opgen::Launch launch(ctx, "equal");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[x_at[i]];
    const Compute y_value = y[y_at[i]];
    z[i] = x_value == y_value;
  });
  return launch.status();
}

ZOO_EQUAL_CUDA_INSTANTIATE;
