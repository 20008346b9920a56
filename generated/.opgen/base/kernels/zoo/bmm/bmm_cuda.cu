// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/bmm/bmm_cuda.h"

#include "opgen_cuda.h"
#include "opgen_math.h"

// Products of matrices, one for each index of the first axis
template <typename T>
opgen_status zoo_kernels::cuda::bmm(opgen_ctx* ctx, opgen::View<const T> x, opgen::View<const T> y,
                                    opgen::View<T> z) {
  using Compute = opgen::ComputeType<T>;
  const int64_t size_p = z.shape[0];
  const int64_t size_m = z.shape[1];
  const int64_t size_k = x.shape[2];
  const int64_t size_n = z.shape[2];
  opgen::Launch launch(ctx, "bmm");
  const auto z_term = [=] __device__(int64_t at, int64_t k) -> Compute {
    const int64_t p = at / (size_m * size_n);
    const int64_t m = at / size_n % size_m;
    const int64_t n = at % size_n;
    const Compute x_value = x[(p * size_m + m) * size_k + k];
    const Compute y_value = y[(p * size_k + k) * size_n + n];
    return x_value * y_value;
  };
  const auto z_store = [=] __device__(int64_t at, Compute total) { z[at] = static_cast<T>(total); };
  launch.fold_each(size_p * size_m * size_n, size_k, opgen::Sum<Compute>(), z_term, z_store);
  return launch.status();
}

ZOO_BMM_CUDA_INSTANTIATE;
