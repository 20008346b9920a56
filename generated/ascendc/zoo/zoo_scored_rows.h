// Rows of logits with target classes, for cross_entropy and its gradients.
#ifndef ZOO_SCORED_ROWS_H_
#define ZOO_SCORED_ROWS_H_

#include "opgen_ascend.h"
#include "opgen_ascend_loops.h"
#include "zoo_scored_rows_tiling.h"

namespace zoo {

using namespace AscendC;

// The rows, one at a time. One that fits into a tile is copied once, another anew by each pass.
template <typename I>
class ScoredRows {
 public:
  __aicore__ inline void Init(GM_ADDR logits, GM_ADDR target, const CrossEntropyTiling& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    logits_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(logits));
    target_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(target));
    pipe.InitBuffer(queue_, 2, tiling.tile * sizeof(float));
    pipe.InitBuffer(numbers_, 2 * tiling.tile * sizeof(float));
    pipe.InitBuffer(single_, 32);
  }

  __aicore__ inline bool Counts(uint64_t row) const {
    return static_cast<int64_t>(target_.GetValue(row)) != tiling_->ignored;
  }

  // The target class of a row that counts. One that there isn't ends the kernel, as on a GPU.
  __aicore__ inline uint64_t ClassOf(uint64_t row) const {
    const int64_t target = static_cast<int64_t>(target_.GetValue(row));
    if (target < 0 || static_cast<uint64_t>(target) >= tiling_->classes) Trap();
    return static_cast<uint64_t>(target);
  }

  // What the loss of a row counts for in the result. Each block counts all rows, none waits.
  __aicore__ inline float Share() const {
    if (tiling_->reduction != Reduction::kMean) return 1;
    uint64_t counted = 0;
    for (uint64_t row = 0; row < tiling_->rows; ++row) counted += Counts(row) ? 1 : 0;
    return 1 / static_cast<float>(counted);
  }

  __aicore__ inline void Open(uint64_t row) {
    row_ = row;
    if (IsWhole()) CopyIn(0);
    Measure();
  }
  __aicore__ inline void Close() {
    if (IsWhole()) queue_.FreeTensor(tile_);
  }

  // The logits of a row from a class on, until `Release`.
  __aicore__ inline LocalTensor<float> Tile(uint64_t at) {
    if (!IsWhole()) CopyIn(at);
    return tile_;
  }
  __aicore__ inline void Release() {
    if (!IsWhole()) queue_.FreeTensor(tile_);
  }
  __aicore__ inline uint32_t Count(uint64_t at) const {
    return opgen::npu::Count(at, tiling_->classes, tiling_->tile);
  }

  // The logarithm of the sum of the exponentials of the row.
  __aicore__ inline float LogSum() const { return logSum_; }
  __aicore__ inline float Logit(uint64_t at) const {
    return logits_.GetValue(row_ * tiling_->classes + at);
  }

  __aicore__ inline void Probabilities(const LocalTensor<float>& to,
                                       const LocalTensor<float>& logits, uint32_t count) {
    Adds(to, logits, -logSum_, static_cast<int32_t>(count));
    Exp(to, to, static_cast<int32_t>(count));
  }

  __aicore__ inline float Sum(const LocalTensor<float>& of, uint32_t count) {
    ReduceSum(single_.Get<float>(), of, Place(1), static_cast<int32_t>(count));
    return opgen::npu::First(single_.Get<float>());
  }

  // Memory for what is on the way; sums use the second tile of it.
  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * tiling_->tile];
  }

 private:
  __aicore__ inline bool IsWhole() const {
    return tiling_->classes > 0 && tiling_->classes <= tiling_->tile;
  }

  __aicore__ inline void CopyIn(uint64_t at) {
    LocalTensor<float> tile = queue_.AllocTensor<float>();
    opgen::npu::Load(tile, logits_, row_ * tiling_->classes + at, 1, Count(at));
    queue_.EnQue(tile);
    tile_ = queue_.DeQue<float>();
  }

  __aicore__ inline void Measure() {
    const LocalTensor<float> single = single_.Get<float>();
    float top = -opgen::npu::kInfinity, total = 0;
    for (uint64_t at = 0; at < tiling_->classes; at += tiling_->tile) {
      ReduceMax(single, Tile(at), Place(1), static_cast<int32_t>(Count(at)));
      top = opgen::npu::Larger(top, opgen::npu::First(single));
      Release();
    }
    for (uint64_t at = 0; at < tiling_->classes; at += tiling_->tile) {
      const uint32_t count = Count(at);
      Adds(Place(0), Tile(at), -top, static_cast<int32_t>(count));
      Exp(Place(0), Place(0), static_cast<int32_t>(count));
      total += Sum(Place(0), count);
      Release();
    }
    single.SetValue(0, total);
    opgen::npu::Meet<HardEvent::S_V>();
    Ln(single, single, 1);
    logSum_ = top + opgen::npu::First(single);
  }

  const CrossEntropyTiling* tiling_;
  TQue<TPosition::VECIN, 2> queue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  LocalTensor<float> tile_;
  uint64_t row_ = 0;
  float logSum_ = 0;
  GlobalTensor<float> logits_;
  GlobalTensor<I> target_;
};

// A result for each row, or one for all of them. The latter is what the first block makes, of all
// rows in their order, so that it is always the same.
class RowResults {
 public:
  __aicore__ inline void Init(GM_ADDR results, const CrossEntropyTiling& tiling, TPipe& pipe) {
    isReduced_ = tiling.reduction != Reduction::kNone;
    results_.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(results));
    pipe.InitBuffer(single_, 32);
  }

  // Whether this block needs the result of a row that it has no other work with.
  __aicore__ inline bool Needs() const { return isReduced_ && GetBlockIdx() == 0; }

  __aicore__ inline void Put(uint64_t row, float value) {
    if (isReduced_) {
      total_ += value;
    } else {
      Write(row, value);
    }
  }
  __aicore__ inline void Finish(float share) {
    if (Needs()) Write(0, total_ * share);
  }

 private:
  __aicore__ inline void Write(uint64_t at, float value) {
    const LocalTensor<float> single = single_.Get<float>();
    single.SetValue(0, value);
    opgen::npu::Meet<HardEvent::S_MTE3>();
    opgen::npu::Store(results_, at, single, 1);
    opgen::npu::Meet<HardEvent::MTE3_S>();
  }

  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<float> results_;
  float total_ = 0;
  bool isReduced_ = false;
};

}  // namespace zoo

#endif  // ZOO_SCORED_ROWS_H_
