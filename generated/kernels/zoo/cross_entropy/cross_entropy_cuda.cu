// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy/cross_entropy_cuda.h"

#include "opgen_cuda.h"
#include "zoo/cross_entropy.h"
#include "zoo/device_sums.h"
#include "zoo/target_counts.h"

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
opgen_status zoo_kernels::cuda::cross_entropy(opgen_ctx* ctx, opgen::View<const T> logits,
                                              opgen::View<const I> target, opgen::View<T> loss,
                                              CrossEntropyReduction reduction, int64_t ignored,
                                              double label_smoothing) {
  const int64_t rows = target.numel(), classes = logits.shape[1];
  const zoo::Targets targets(target, classes, ignored);
  const zoo::SoftLabels<T> labels(classes, label_smoothing);
  const opgen::Sum<T> sum;
  opgen::Launch launch(ctx, "cross_entropy");
  const opgen::Workspace<T> losses(ctx, rows), counted(ctx, 1);
  const T* scores = logits.data;
  launch.for_each(rows, [=] __device__(int64_t row) {
    const bool counts = targets.counts(row);
    const int64_t wanted = counts ? zoo::checked(target[row], classes) : 0;
    losses[row] = counts ? labels.loss(scores + row * classes, wanted) : T(0);
  });
  zoo::count(launch, targets, counted);
  if (reduction == CrossEntropyReduction::kNone) {
    launch.for_each(rows, [=] __device__(int64_t row) { loss[row] = losses[row]; });
    return launch.status();
  }
  const bool is_mean = reduction == CrossEntropyReduction::kMean;
  const auto term = [=] __device__(int64_t, int64_t row) -> T { return losses[row]; };
  const auto store = [=] __device__(int64_t, T total) {
    loss[0] = is_mean ? total / counted[0] : total;
  };
  launch.reduce_each(1, rows, sum, term, store);
  return launch.status();
}

ZOO_CROSS_ENTROPY_CUDA_INSTANTIATE;
