// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_softplus_grad_tiling.h"

using namespace AscendC;

// Gradient of softplus
template <typename T>
class KernelZooSoftplusGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooSoftplusGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy), tiling_->total);
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling_->total);
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx), tiling_->total);
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
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
    LocalTensor<T> dyTile = dyQueue_.template AllocTensor<T>();
    opgen::npu::Load(dyTile, dyGlobal_, at, 1, count);
    dyQueue_.EnQue(dyTile);
    LocalTensor<T> xTile = xQueue_.template AllocTensor<T>();
    opgen::npu::Load(xTile, xGlobal_, at, 1, count);
    xQueue_.EnQue(xTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
    const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
    LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
    const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
    Muls(t0, x, tiling_->beta_value, count);
    Muls(t0, t0, -1.0f, count);
    Exp(t0, t0, count);
    Adds(t0, t0, 1.0f, count);
    Duplicate(t1, 1.0f, count);
    Div(t0, t1, t0, count);
    Mul(dx, dy, t0, count);
    opgen::npu::Narrow(dxTile, dx, count);
    dxQueue_.EnQue(dxTile);
    dyQueue_.FreeTensor(dyTile);
    xQueue_.FreeTensor(xTile);
  }

  __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
    LocalTensor<T> dxTile = dxQueue_.template DeQue<T>();
    opgen::npu::Store(dxGlobal_, at, dxTile, count);
    dxQueue_.FreeTensor(dxTile);
  }

  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * tiling_->tile];
  }
  // Memory for a tensor in the type that is computed in, where that is another one than its own.
  __aicore__ inline LocalTensor<float> Wide([[maybe_unused]] uint32_t number) {
    if constexpr (kIsWide) {
      return Place(2 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 5 : 2;

  const ZooSoftplusGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_softplus_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                        GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooSoftplusGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooSoftplusGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, dx, data, pipe);
  kernel.Process();
}
