// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_dropout_grad_tiling.h"

using namespace AscendC;

// Gradient of dropout
template <typename T>
class KernelZooDropoutGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR mask, GM_ADDR dx,
                              const ZooDropoutGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    maskGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ uint8_t*>(mask), tiling_->total);
    pipe_->InitBuffer(maskQueue_, 2, tiling_->tile * sizeof(uint8_t));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy), tiling_->total);
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx), tiling_->total);
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(masks_, 1 * tiling_->tile / 8);
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
    LocalTensor<uint8_t> maskTile = maskQueue_.template AllocTensor<uint8_t>();
    opgen::npu::Load(maskTile, maskGlobal_, at, 1, count);
    maskQueue_.EnQue(maskTile);
    LocalTensor<T> dyTile = dyQueue_.template AllocTensor<T>();
    opgen::npu::Load(dyTile, dyGlobal_, at, 1, count);
    dyQueue_.EnQue(dyTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<uint8_t> m0 = Mask(0);
    LocalTensor<uint8_t> maskTile = maskQueue_.template DeQue<uint8_t>();
    opgen::npu::MaskOf(m0, maskTile, t0, padded);
    LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
    const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
    LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
    const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
    Duplicate(t0, tiling_->scalar, count);
    Div(t0, dy, t0, count);
    Select(dx, m0, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
    opgen::npu::Narrow(dxTile, dx, count);
    dxQueue_.EnQue(dxTile);
    maskQueue_.FreeTensor(maskTile);
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
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 4 : 1;

  const ZooDropoutGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> maskQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  GlobalTensor<uint8_t> maskGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_dropout_grad(GM_ADDR dy, GM_ADDR mask, GM_ADDR dx,
                                                       GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooDropoutGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooDropoutGrad<DTYPE_DY> kernel;
  kernel.Init(dy, mask, dx, data, pipe);
  kernel.Process();
}
