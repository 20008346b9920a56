// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy/cross_entropy_cpu.h"

#include "opgen_broadcast.h"

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
opgen_status zoo_kernels::cross_entropy(opgen_ctx* ctx, opgen::View<const T> logits,
                                        opgen::View<const I> target, opgen::View<T> loss,
                                        CrossEntropyReduction reduction, int64_t ignored,
                                        double label_smoothing) {
  return opgen::not_written(ctx, "cross_entropy", "kernel",
                            "kernels/zoo/cross_entropy/cross_entropy_cpu.cc", __LINE__);
}

ZOO_CROSS_ENTROPY_CPU_INSTANTIATE;
