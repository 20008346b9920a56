// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy_grad_grad/cross_entropy_grad_grad_cpu.h"

#include <algorithm>

#include "zoo/cross_entropy.h"

// Gradients of cross_entropy_grad, for second derivatives of cross_entropy
template <typename T, typename I>
opgen_status zoo_kernels::cross_entropy_grad_grad(opgen_ctx* ctx, opgen::View<const T> ddlogits,
                                                  opgen::View<const T> dloss,
                                                  opgen::View<const T> logits,
                                                  opgen::View<const I> target,
                                                  opgen::View<T> gdloss, opgen::View<T> glogits,
                                                  CrossEntropyGradGradReduction reduction,
                                                  int64_t ignored, double label_smoothing) {
  const zoo::Targets targets(target, logits.shape[1], ignored);
  if (const int64_t bad = targets.first_bad(); bad >= 0) {
    return opgen::fail(ctx, "cross_entropy_grad_grad", "target[%lld] is %lld, expected 0 to %lld",
                       static_cast<long long>(bad), static_cast<long long>(target[bad]),
                       static_cast<long long>(logits.shape[1] - 1));
  }
  const int64_t classes = logits.shape[1];
  const zoo::SoftLabels<T> labels(classes, label_smoothing);
  const T share = reduction == CrossEntropyGradGradReduction::kMean
                      ? T(1) / static_cast<T>(targets.counted())
                      : T(1);
  T total = 0;
  for (int64_t row = 0; row < target.numel(); ++row) {
    const T weight =
        reduction == CrossEntropyGradGradReduction::kNone ? dloss[row] : dloss[0] * share;
    const T* change = ddlogits.data + row * classes;
    T* gradient = glogits.data + row * classes;
    T of_weight = 0, mean_change = 0;
    if (targets.counts(row)) {
      labels.probabilities(logits.data + row * classes, gradient);
      for (int64_t i = 0; i < classes; ++i) {
        of_weight += change[i] * (gradient[i] - labels.wanted(i == target[row]));
        mean_change += change[i] * gradient[i];
      }
      for (int64_t i = 0; i < classes; ++i) gradient[i] *= weight * (change[i] - mean_change);
    } else {
      std::fill_n(gradient, classes, T(0));
    }
    if (reduction == CrossEntropyGradGradReduction::kNone) {
      gdloss[row] = of_weight;
    } else {
      total += of_weight * share;
    }
  }
  if (reduction != CrossEntropyGradGradReduction::kNone) gdloss[0] = total;
  return OPGEN_OK;
}

ZOO_CROSS_ENTROPY_GRAD_GRAD_CPU_INSTANTIATE;
