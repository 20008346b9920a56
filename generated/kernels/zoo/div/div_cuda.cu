// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "zoo/div/div_cuda.h"

#include "opgen_cuda.h"

// x / y, which is a fraction for integers too
template <typename T>
opgen_status zoo_kernels::cuda::div(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> y,
                                    opgen::View<T> z) {
  using Compute = opgen::ComputeType<T>;
  const opgen::Batch shape = opgen::Batch().with(z);
  const opgen::BatchIndex x_at(x, shape);
  const opgen::BatchIndex y_at(y, shape);
  const int64_t count = z.numel();
  opgen::Launch launch(ctx, "div");
  launch.for_each(count, [=] __device__(int64_t i) {
    const Compute x_value = x[x_at[i]];
    const Compute y_value = y[y_at[i]];
    z[i] = static_cast<T>(x_value / y_value);
  });
  return launch.status();
}

ZOO_DIV_CUDA_INSTANTIATE;
