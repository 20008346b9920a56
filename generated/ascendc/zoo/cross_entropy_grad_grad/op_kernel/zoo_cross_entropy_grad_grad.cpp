// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "zoo_cross_entropy_grad_grad_tiling.h"
#include "zoo_scored_rows.h"

using namespace AscendC;

// Gradients of cross_entropy_grad, for second derivatives of cross_entropy
template <typename T, typename I>
class KernelZooCrossEntropyGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddlogits, GM_ADDR dloss, GM_ADDR logits, GM_ADDR target,
                              GM_ADDR gdloss, GM_ADDR glogits,
                              const ZooCrossEntropyGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    rows_.Init(logits, target, tiling.entropy, pipe);
    results_.Init(gdloss, tiling.entropy, pipe);
    ddlogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddlogits));
    dlossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dloss));
    glogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(glogits));
    pipe.InitBuffer(ddlogitsQueue_, 2, tiling.entropy.tile * sizeof(T));
    pipe.InitBuffer(glogitsQueue_, 2, tiling.entropy.tile * sizeof(T));
  }

  // Blocks take rows in turn.
  __aicore__ inline void Process() {
    const bool isEach = tiling_->entropy.reduction == zoo::Reduction::kNone;
    const float share = rows_.Share();
    const uint64_t blocks = GetBlockNum();
    for (uint64_t row = 0; row < tiling_->entropy.rows; ++row) {
      const bool isOwn = row % blocks == static_cast<uint64_t>(GetBlockIdx());
      if (!isOwn && !results_.Needs()) continue;
      const bool counts = rows_.Counts(row);
      if (counts) rows_.Open(row);
      results_.Put(row, counts ? Change(row) * share : 0);
      if (isOwn && counts) {
        Differentiate(row, dlossGlobal_.GetValue(isEach ? row : 0) * share);
      } else if (isOwn) {
        Clear(row);
      }
      if (counts) rows_.Close();
    }
    results_.Finish(1);
  }

 private:
  // How much the loss of a row changes as its logits do.
  __aicore__ inline float Change(uint64_t row) {
    const uint64_t target = rows_.ClassOf(row);
    const LocalTensor<float> terms = rows_.Place(0);
    const float others = tiling_->entropy.others;
    float sum = 0;
    mean_ = 0;
    for (uint64_t at = 0; at < tiling_->entropy.classes; at += tiling_->entropy.tile) {
      const uint32_t count = rows_.Count(at);
      LocalTensor<T> change = CopyIn(row, at, count);
      rows_.Probabilities(terms, rows_.Tile(at), count);
      rows_.Release();
      Mul(terms, terms, change, static_cast<int32_t>(count));
      mean_ += rows_.Sum(terms, count);
      if (others != 0) sum += rows_.Sum(change, count);
      ddlogitsQueue_.FreeTensor(change);
    }
    const float own = ddlogitsGlobal_.GetValue(row * tiling_->entropy.classes + target);
    return mean_ - others * sum - tiling_->entropy.target * own;
  }

  // Probabilities times how far the change of a logit is from the mean one.
  __aicore__ inline void Differentiate(uint64_t row, float weight) {
    const LocalTensor<float> p = rows_.Place(0);
    for (uint64_t at = 0; at < tiling_->entropy.classes; at += tiling_->entropy.tile) {
      const uint32_t count = rows_.Count(at);
      const int32_t size = static_cast<int32_t>(count);
      LocalTensor<T> change = CopyIn(row, at, count);
      rows_.Probabilities(p, rows_.Tile(at), count);
      rows_.Release();
      LocalTensor<T> glogits = glogitsQueue_.template AllocTensor<T>();
      Adds(glogits, change, -mean_, size);
      ddlogitsQueue_.FreeTensor(change);
      Mul(glogits, glogits, p, size);
      Muls(glogits, glogits, weight, size);
      CopyOut(glogits, row, at, count);
    }
  }

  // A row that doesn't count changes nothing.
  __aicore__ inline void Clear(uint64_t row) {
    for (uint64_t at = 0; at < tiling_->entropy.classes; at += tiling_->entropy.tile) {
      LocalTensor<T> glogits = glogitsQueue_.template AllocTensor<T>();
      Duplicate(glogits, T(0), static_cast<int32_t>(rows_.Count(at)));
      CopyOut(glogits, row, at, rows_.Count(at));
    }
  }

  __aicore__ inline LocalTensor<T> CopyIn(uint64_t row, uint64_t at, uint32_t count) {
    LocalTensor<T> tile = ddlogitsQueue_.template AllocTensor<T>();
    opgen::npu::Load(tile, ddlogitsGlobal_, row * tiling_->entropy.classes + at, 1, count);
    ddlogitsQueue_.EnQue(tile);
    return ddlogitsQueue_.template DeQue<T>();
  }

  __aicore__ inline void CopyOut(LocalTensor<T>& tile, uint64_t row, uint64_t at, uint32_t count) {
    glogitsQueue_.EnQue(tile);
    tile = glogitsQueue_.template DeQue<T>();
    opgen::npu::Store(glogitsGlobal_, row * tiling_->entropy.classes + at, tile, count);
    glogitsQueue_.FreeTensor(tile);
  }

  const ZooCrossEntropyGradGradTilingData* tiling_;
  zoo::ScoredRows<I> rows_;
  zoo::RowResults results_;
  TQue<TPosition::VECIN, 2> ddlogitsQueue_;
  TQue<TPosition::VECOUT, 2> glogitsQueue_;
  GlobalTensor<T> ddlogitsGlobal_;
  GlobalTensor<T> dlossGlobal_;
  GlobalTensor<T> glogitsGlobal_;
  float mean_ = 0;  // of the changes of a row, by its probabilities
};

extern "C" __global__ __aicore__ void zoo_cross_entropy_grad_grad(GM_ADDR ddlogits, GM_ADDR dloss,
                                                                  GM_ADDR logits, GM_ADDR target,
                                                                  GM_ADDR gdloss, GM_ADDR glogits,
                                                                  GM_ADDR workspace,
                                                                  GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropyGradGrad<DTYPE_DDLOGITS, DTYPE_TARGET> kernel;
  kernel.Init(ddlogits, dloss, logits, target, gdloss, glogits, data, pipe);
  kernel.Process();
}
