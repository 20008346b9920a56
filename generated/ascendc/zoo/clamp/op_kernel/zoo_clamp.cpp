// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_clamp_tiling.h"

using namespace AscendC;

// x, but not below low and not above high, as far as they are given
template <typename T>
class KernelZooClamp {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const ZooClampTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling_->total);
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y), tiling_->total);
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
  }

  // Blocks take tiles in turn.
  __aicore__ inline void Process() {
    const uint64_t step = uint64_t{tiling_->tile} * GetBlockNum();
    for (uint64_t at = uint64_t{tiling_->tile} * GetBlockIdx(); at < tiling_->total; at += step) {
      const uint64_t left = tiling_->total - at;
      const uint32_t count = left < tiling_->tile ? static_cast<uint32_t>(left) : tiling_->tile;
      CopyIn(at, count);
      Compute(count);
      CopyOut(at, count);
    }
  }

 private:
  __aicore__ inline void CopyIn(uint64_t at, uint32_t count) {
    LocalTensor<T> xTile = xQueue_.template AllocTensor<T>();
    opgen::npu::Load(xTile, xGlobal_, at, 1, count);
    xQueue_.EnQue(xTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const LocalTensor<float> t0 = Place(0);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
    LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
    const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Wide(1));
    if (tiling_->has_high_value) {
      if (tiling_->has_low_value) {
        Maxs(t0, x, tiling_->low_value, count);
        Muls(t0, t0, 1.0f, count);
      } else {
        Muls(t0, x, 1.0f, count);
      }
      Mins(t0, t0, tiling_->high_value, count);
      Muls(y, t0, 1.0f, count);
    } else {
      if (tiling_->has_low_value) {
        Maxs(t0, x, tiling_->low_value, count);
        Muls(t0, t0, 1.0f, count);
      } else {
        Muls(t0, x, 1.0f, count);
      }
      Muls(y, t0, 1.0f, count);
    }
    opgen::npu::Narrow(yTile, y, count);
    yQueue_.EnQue(yTile);
    xQueue_.FreeTensor(xTile);
  }

  __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
    LocalTensor<T> yTile = yQueue_.template DeQue<T>();
    opgen::npu::Store(yGlobal_, at, yTile, count);
    yQueue_.FreeTensor(yTile);
  }

  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * tiling_->tile];
  }
  // Memory for a tensor in the type that is computed in, where that is another one than its own.
  __aicore__ inline LocalTensor<float> Wide([[maybe_unused]] uint32_t number) {
    if constexpr (kIsWide) {
      return Place(1 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 3 : 1;

  const ZooClampTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_clamp(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooClampTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooClamp<DTYPE_X> kernel;
  kernel.Init(x, y, data, pipe);
  kernel.Process();
}
