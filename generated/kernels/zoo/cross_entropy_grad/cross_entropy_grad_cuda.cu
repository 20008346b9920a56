// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy_grad/cross_entropy_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/cross_entropy.h"
#include "zoo/device_sums.h"
#include "zoo/target_counts.h"

// Gradient of cross_entropy
template <typename T, typename I>
opgen_status zoo_kernels::cuda::cross_entropy_grad(opgen_ctx* ctx, opgen::View<const T> dloss,
                                                   opgen::View<const T> logits,
                                                   opgen::View<const I> target,
                                                   opgen::View<T> dlogits,
                                                   CrossEntropyGradReduction reduction,
                                                   int64_t ignored, double label_smoothing) {
  const int64_t rows = target.numel(), classes = logits.shape[1];
  const zoo::Targets targets(target, classes, ignored);
  const zoo::SoftLabels<T> labels(classes, label_smoothing);
  const bool is_mean = reduction == CrossEntropyGradReduction::kMean;
  const bool is_each = reduction == CrossEntropyGradReduction::kNone;
  opgen::Launch launch(ctx, "cross_entropy_grad");
  const opgen::Workspace<T> log_sums(ctx, rows), counted(ctx, 1);
  const T* scores = logits.data;
  launch.for_each(rows, [=] __device__(int64_t row) {
    log_sums[row] = classes > 0 ? labels.log_sum(scores + row * classes) : T(0);
  });
  zoo::count(launch, targets, counted);
  launch.for_each(dlogits.numel(), [=] __device__(int64_t i) {
    const int64_t row = i / classes;
    dlogits[i] = 0;
    if (!targets.counts(row)) return;
    const bool is_target = i % classes == zoo::checked(target[row], classes);
    const T weight = is_each ? dloss[row] : is_mean ? dloss[0] / counted[0] : dloss[0];
    dlogits[i] = weight * (std::exp(scores[i] - log_sums[row]) - labels.wanted(is_target));
  });
  return launch.status();
}

ZOO_CROSS_ENTROPY_GRAD_CUDA_INSTANTIATE;
