// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "custom_square_grad_tiling.h"

using namespace AscendC;

// Gradient of square: 2 * x * dy
template <typename T>
class KernelCustomSquareGrad {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR dy, GM_ADDR dx,
                              const CustomSquareGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling.total);
    pipe_->InitBuffer(xQueue_, 2, tiling.tile * sizeof(T));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy), tiling.total);
    pipe_->InitBuffer(dyQueue_, 2, tiling.tile * sizeof(T));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx), tiling.total);
    pipe_->InitBuffer(dxQueue_, 2, tiling.tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling.tile * sizeof(float));
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
    LocalTensor<T> dyTile = dyQueue_.template AllocTensor<T>();
    opgen::npu::Load(dyTile, dyGlobal_, at, 1, count);
    dyQueue_.EnQue(dyTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const LocalTensor<float> t0 = Place(0);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
    LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
    const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(1), count);
    LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
    const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
    Muls(t0, x, 2.0f, count);
    Mul(dx, t0, dy, count);
    opgen::npu::Narrow(dxTile, dx, count);
    dxQueue_.EnQue(dxTile);
    xQueue_.FreeTensor(xTile);
    dyQueue_.FreeTensor(dyTile);
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
      return Place(1 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 4 : 1;

  const CustomSquareGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void custom_square_grad(GM_ADDR x, GM_ADDR dy, GM_ADDR dx,
                                                         GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(CustomSquareGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelCustomSquareGrad<DTYPE_X> kernel;
  kernel.Init(x, dy, dx, data, pipe);
  kernel.Process();
}
