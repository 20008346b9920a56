// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy_grad/cross_entropy_grad_cpu.h"

#include <algorithm>

#include "zoo/cross_entropy.h"

// Gradient of cross_entropy
template <typename T, typename I>
opgen_status zoo_kernels::cross_entropy_grad(opgen_ctx* ctx, opgen::View<const T> dloss,
                                             opgen::View<const T> logits,
                                             opgen::View<const I> target, opgen::View<T> dlogits,
                                             CrossEntropyGradReduction reduction, int64_t ignored,
                                             double label_smoothing) {
  const zoo::Targets targets(target, logits.shape[1], ignored);
  if (const int64_t bad = targets.first_bad(); bad >= 0) {
    return opgen::fail(ctx, "cross_entropy_grad", "target[%lld] is %lld, expected 0 to %lld",
                       static_cast<long long>(bad), static_cast<long long>(target[bad]),
                       static_cast<long long>(logits.shape[1] - 1));
  }
  const int64_t classes = logits.shape[1];
  const zoo::SoftLabels<T> labels(classes, label_smoothing);
  const T share = reduction == CrossEntropyGradReduction::kMean
                      ? T(1) / static_cast<T>(targets.counted())
                      : T(1);
  for (int64_t row = 0; row < target.numel(); ++row) {
    const T weight = reduction == CrossEntropyGradReduction::kNone ? dloss[row] : dloss[0] * share;
    T* gradient = dlogits.data + row * classes;
    if (!targets.counts(row)) {
      std::fill_n(gradient, classes, T(0));
      continue;
    }
    labels.probabilities(logits.data + row * classes, gradient);
    for (int64_t i = 0; i < classes; ++i) {
      gradient[i] = weight * (gradient[i] - labels.wanted(i == target[row]));
    }
  }
  return OPGEN_OK;
}

ZOO_CROSS_ENTROPY_GRAD_CPU_INSTANTIATE;
