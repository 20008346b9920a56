// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "zoo_cross_entropy_grad_tiling.h"
#include "zoo_scored_rows.h"

using namespace AscendC;

// Gradient of cross_entropy
template <typename T, typename I>
class KernelZooCrossEntropyGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dloss, GM_ADDR logits, GM_ADDR target, GM_ADDR dlogits,
                              const ZooCrossEntropyGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    rows_.Init(logits, target, tiling.entropy, pipe);
    dlossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dloss));
    dlogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dlogits));
    pipe.InitBuffer(dlogitsQueue_, 2, tiling.entropy.tile * sizeof(T));
  }

  // Blocks take rows in turn.
  __aicore__ inline void Process() {
    const bool isEach = tiling_->entropy.reduction == zoo::Reduction::kNone;
    const float share = rows_.Share();
    for (uint64_t row = GetBlockIdx(); row < tiling_->entropy.rows; row += GetBlockNum()) {
      if (rows_.Counts(row)) {
        Differentiate(row, dlossGlobal_.GetValue(isEach ? row : 0) * share);
      } else {
        Clear(row);
      }
    }
  }

 private:
  // The probabilities less the wanted ones.
  __aicore__ inline void Differentiate(uint64_t row, float weight) {
    const uint64_t target = rows_.ClassOf(row);
    rows_.Open(row);
    for (uint64_t at = 0; at < tiling_->entropy.classes; at += tiling_->entropy.tile) {
      const uint32_t count = rows_.Count(at);
      const int32_t size = static_cast<int32_t>(count);
      LocalTensor<T> dlogits = dlogitsQueue_.template AllocTensor<T>();
      rows_.Probabilities(dlogits, rows_.Tile(at), count);
      rows_.Release();
      Adds(dlogits, dlogits, -tiling_->entropy.others, size);
      if (target >= at && target - at < count) {
        const uint32_t place = static_cast<uint32_t>(target - at);
        opgen::npu::Meet<HardEvent::V_S>();
        dlogits.SetValue(place, dlogits.GetValue(place) - tiling_->entropy.target);
        opgen::npu::Meet<HardEvent::S_V>();
      }
      Muls(dlogits, dlogits, weight, size);
      CopyOut(dlogits, row, at, count);
    }
    rows_.Close();
  }

  // A row that doesn't count changes nothing.
  __aicore__ inline void Clear(uint64_t row) {
    for (uint64_t at = 0; at < tiling_->entropy.classes; at += tiling_->entropy.tile) {
      LocalTensor<T> dlogits = dlogitsQueue_.template AllocTensor<T>();
      Duplicate(dlogits, T(0), static_cast<int32_t>(rows_.Count(at)));
      CopyOut(dlogits, row, at, rows_.Count(at));
    }
  }

  __aicore__ inline void CopyOut(LocalTensor<T>& tile, uint64_t row, uint64_t at, uint32_t count) {
    dlogitsQueue_.EnQue(tile);
    tile = dlogitsQueue_.template DeQue<T>();
    opgen::npu::Store(dlogitsGlobal_, row * tiling_->entropy.classes + at, tile, count);
    dlogitsQueue_.FreeTensor(tile);
  }

  const ZooCrossEntropyGradTilingData* tiling_;
  zoo::ScoredRows<I> rows_;
  TQue<TPosition::VECOUT, 2> dlogitsQueue_;
  GlobalTensor<T> dlossGlobal_;
  GlobalTensor<T> dlogitsGlobal_;
};

extern "C" __global__ __aicore__ void zoo_cross_entropy_grad(GM_ADDR dloss, GM_ADDR logits,
                                                             GM_ADDR target, GM_ADDR dlogits,
                                                             GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropyGrad<DTYPE_DLOSS, DTYPE_TARGET> kernel;
  kernel.Init(dloss, logits, target, dlogits, data, pipe);
  kernel.Process();
}
