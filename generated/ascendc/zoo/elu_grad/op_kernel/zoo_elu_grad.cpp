// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_elu_grad_tiling.h"

using namespace AscendC;

// Gradient of elu
template <typename T>
class KernelZooEluGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx, const ZooEluGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling_->total);
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy), tiling_->total);
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx), tiling_->total);
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(masks_, 2 * tiling_->tile / 8);
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
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> t3 = Place(3);
    const LocalTensor<uint8_t> m0 = Mask(0);
    const LocalTensor<uint8_t> m1 = Mask(1);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
    LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
    const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
    LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
    const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
    CompareScalar(m0, x, 0.0f, CMPMODE::GT, padded);
    Muls(t0, dy, tiling_->alpha_value, count);
    Muls(t1, x, 0.5f, count);
    Tanh(t2, t1, count);
    Muls(t1, t2, -1.0f, count);
    Adds(t1, t1, 1.0f, count);
    Muls(t2, t2, 2.0f, count);
    Div(t1, t2, t1, count);
    Exp(t2, x, count);
    Adds(t2, t2, -1.0f, count);
    Abs(t3, x, count);
    CompareScalar(m1, t3, 1.0f, CMPMODE::LT, padded);
    Select(t1, m1, t1, t2, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
    Adds(t1, t1, 1.0f, count);
    Mul(t0, t0, t1, count);
    Select(dx, m0, dy, t0, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
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
      return Place(4 + number);
    } else {
      return LocalTensor<float>();
    }
  }
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 7 : 4;

  const ZooEluGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_elu_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                   GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooEluGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooEluGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, dx, data, pipe);
  kernel.Process();
}
