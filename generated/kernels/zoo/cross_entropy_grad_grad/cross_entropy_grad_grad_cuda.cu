// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "zoo/cross_entropy_grad_grad/cross_entropy_grad_grad_cuda.h"

#include "opgen_cuda.h"
#include "zoo/cross_entropy.h"
#include "zoo/device_sums.h"
#include "zoo/target_counts.h"

// Gradients of cross_entropy_grad, for second derivatives of cross_entropy
template <typename T, typename I>
opgen_status zoo_kernels::cuda::cross_entropy_grad_grad(
    opgen_ctx* ctx, opgen::View<const T> ddlogits, opgen::View<const T> dloss,
    opgen::View<const T> logits, opgen::View<const I> target, opgen::View<T> gdloss,
    opgen::View<T> glogits, CrossEntropyGradGradReduction reduction, int64_t ignored,
    double label_smoothing) {
  const int64_t rows = target.numel(), classes = logits.shape[1];
  const zoo::Targets targets(target, classes, ignored);
  const zoo::SoftLabels<T> labels(classes, label_smoothing);
  const bool is_mean = reduction == CrossEntropyGradGradReduction::kMean;
  const bool is_each = reduction == CrossEntropyGradGradReduction::kNone;
  const opgen::Sum<T> sum;
  opgen::Launch launch(ctx, "cross_entropy_grad_grad");
  const opgen::Workspace<T> log_sums(ctx, rows), of_weights(ctx, rows), mean_changes(ctx, rows);
  const opgen::Workspace<T> counted(ctx, 1);
  const T* scores = logits.data;
  launch.for_each(rows, [=] __device__(int64_t row) {
    of_weights[row] = mean_changes[row] = log_sums[row] = 0;
    if (!targets.counts(row)) return;
    const int64_t wanted = zoo::checked(target[row], classes);
    const T log_sum = labels.log_sum(scores + row * classes);
    T of_weight = 0, mean_change = 0;
    for (int64_t i = 0; i < classes; ++i) {
      const T change = ddlogits[row * classes + i];
      const T probability = std::exp(scores[row * classes + i] - log_sum);
      of_weight += change * (probability - labels.wanted(i == wanted));
      mean_change += change * probability;
    }
    log_sums[row] = log_sum, of_weights[row] = of_weight, mean_changes[row] = mean_change;
  });
  zoo::count(launch, targets, counted);
  launch.for_each(glogits.numel(), [=] __device__(int64_t i) {
    const int64_t row = i / classes;
    glogits[i] = 0;
    if (!targets.counts(row)) return;
    const T weight = is_each ? dloss[row] : is_mean ? dloss[0] / counted[0] : dloss[0];
    const T probability = std::exp(scores[i] - log_sums[row]);
    glogits[i] = weight * probability * (ddlogits[i] - mean_changes[row]);
  });
  if (is_each) {
    launch.for_each(rows, [=] __device__(int64_t row) { gdloss[row] = of_weights[row]; });
    return launch.status();
  }
  const auto term = [=] __device__(int64_t, int64_t row) -> T { return of_weights[row]; };
  const auto store = [=] __device__(int64_t, T total) {
    gdloss[0] = is_mean && counted[0] != 0 ? total / counted[0] : total;
  };
  launch.reduce_each(1, rows, sum, term, store);
  return launch.status();
}

ZOO_CROSS_ENTROPY_GRAD_GRAD_CUDA_INSTANTIATE;
