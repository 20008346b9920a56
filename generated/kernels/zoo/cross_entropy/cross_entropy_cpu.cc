// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy/cross_entropy_cpu.h"

#include "zoo/cross_entropy.h"

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
opgen_status zoo_kernels::cross_entropy(opgen_ctx* ctx, opgen::View<const T> logits,
                                        opgen::View<const I> target, opgen::View<T> loss,
                                        CrossEntropyReduction reduction, int64_t ignored,
                                        double label_smoothing) {
  const zoo::Targets targets(target, logits.shape[1], ignored);
  if (const int64_t bad = targets.first_bad(); bad >= 0) {
    return opgen::fail(ctx, "cross_entropy", "target[%lld] is %lld, expected 0 to %lld",
                       static_cast<long long>(bad), static_cast<long long>(target[bad]),
                       static_cast<long long>(logits.shape[1] - 1));
  }
  const zoo::SoftLabels<T> labels(logits.shape[1], label_smoothing);
  T total = 0;
  for (int64_t row = 0; row < target.numel(); ++row) {
    const T* scores = logits.data + row * logits.shape[1];
    const T value = targets.counts(row) ? labels.loss(scores, target[row]) : T(0);
    if (reduction == CrossEntropyReduction::kNone) {
      loss[row] = value;
    } else {
      total += value;
    }
  }
  if (reduction == CrossEntropyReduction::kMean) total /= static_cast<T>(targets.counted());
  if (reduction != CrossEntropyReduction::kNone) loss[0] = total;
  return OPGEN_OK;
}

ZOO_CROSS_ENTROPY_CPU_INSTANTIATE;
