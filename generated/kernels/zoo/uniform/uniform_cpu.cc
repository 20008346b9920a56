// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/uniform/uniform_cpu.h"

#include "opgen_random.h"

// Numbers between low and high, each as likely as any other
template <typename T>
opgen_status zoo_kernels::uniform(opgen_ctx* ctx, opgen::View<T> y, opgen::Array<int64_t> shape,
                                  double low, double high, int32_t dtype, uint64_t seed) {
  const opgen::Random random(seed);
  for (int64_t i = 0; i < y.numel(); ++i) {
    y[i] = static_cast<T>(low + (high - low) * random.uniform(i));
  }
  return OPGEN_OK;
}

ZOO_UNIFORM_CPU_INSTANTIATE;
