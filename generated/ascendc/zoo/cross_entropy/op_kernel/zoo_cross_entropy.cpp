// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "zoo_cross_entropy_tiling.h"
#include "zoo_scored_rows.h"

using namespace AscendC;

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
class KernelZooCrossEntropy {
 public:
  __aicore__ inline void Init(GM_ADDR logits, GM_ADDR target, GM_ADDR loss,
                              const ZooCrossEntropyTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    rows_.Init(logits, target, tiling.entropy, pipe);
    results_.Init(loss, tiling.entropy, pipe);
  }

  // Blocks take rows in turn, the first one all where there is one loss for all of them.
  __aicore__ inline void Process() {
    const bool takesAll = results_.Needs();
    const uint64_t first = takesAll ? 0 : GetBlockIdx(), step = takesAll ? 1 : GetBlockNum();
    if (!takesAll && tiling_->entropy.reduction != zoo::Reduction::kNone) return;
    for (uint64_t row = first; row < tiling_->entropy.rows; row += step) {
      results_.Put(row, rows_.Counts(row) ? Loss(row) : 0);
    }
    results_.Finish(rows_.Share());
  }

 private:
  // Minus the wanted mean of the logarithms of the probabilities.
  __aicore__ inline float Loss(uint64_t row) {
    const uint64_t target = rows_.ClassOf(row);
    const zoo::CrossEntropyTiling& tiling = tiling_->entropy;
    const LocalTensor<float> terms = rows_.Place(0);
    rows_.Open(row);
    float loss = tiling.target * (rows_.LogSum() - rows_.Logit(target));
    for (uint64_t at = 0; tiling.others != 0 && at < tiling.classes; at += tiling.tile) {
      const uint32_t count = rows_.Count(at);
      Muls(terms, rows_.Tile(at), -1.0f, static_cast<int32_t>(count));
      Adds(terms, terms, rows_.LogSum(), static_cast<int32_t>(count));
      loss += tiling.others * rows_.Sum(terms, count);
      rows_.Release();
    }
    rows_.Close();
    return loss;
  }

  const ZooCrossEntropyTilingData* tiling_;
  zoo::ScoredRows<I> rows_;
  zoo::RowResults results_;
};

extern "C" __global__ __aicore__ void zoo_cross_entropy(GM_ADDR logits, GM_ADDR target,
                                                        GM_ADDR loss, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropy<DTYPE_LOGITS, DTYPE_TARGET> kernel;
  kernel.Init(logits, target, loss, data, pipe);
  kernel.Process();
}
