// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_elu_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of elu_grad
template <typename T>
class KernelZooEluGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR dy, GM_ADDR x, GM_ADDR gdy, GM_ADDR gx,
                              const ZooEluGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling_->total);
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx), tiling_->total);
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy), tiling_->total);
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy), tiling_->total);
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx), tiling_->total);
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
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
    LocalTensor<T> ddxTile = ddxQueue_.template AllocTensor<T>();
    opgen::npu::Load(ddxTile, ddxGlobal_, at, 1, count);
    ddxQueue_.EnQue(ddxTile);
    LocalTensor<T> dyTile = dyQueue_.template AllocTensor<T>();
    opgen::npu::Load(dyTile, dyGlobal_, at, 1, count);
    dyQueue_.EnQue(dyTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<uint8_t> m0 = Mask(0);
    const LocalTensor<uint8_t> m1 = Mask(1);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(2), count);
    LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
    const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
    LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
    const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(1), count);
    LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
    const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(3));
    LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
    const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(4));
    CompareScalar(m0, x, 0.0f, CMPMODE::GT, padded);
    Muls(t0, x, 0.5f, count);
    Tanh(t1, t0, count);
    Muls(t0, t1, -1.0f, count);
    Adds(t0, t0, 1.0f, count);
    Muls(t1, t1, 2.0f, count);
    Div(t0, t1, t0, count);
    Exp(t1, x, count);
    Adds(t1, t1, -1.0f, count);
    Abs(t2, x, count);
    CompareScalar(m1, t2, 1.0f, CMPMODE::LT, padded);
    Select(t0, m1, t0, t1, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
    Adds(t0, t0, 1.0f, count);
    Mul(t1, ddx, t0, count);
    Muls(t1, t1, tiling_->alpha_value, count);
    Select(gdy, m0, ddx, t1, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
    opgen::npu::Not(m0, m0, padded);
    Mul(t1, ddx, dy, count);
    Muls(t1, t1, tiling_->alpha_value, count);
    Mul(t0, t1, t0, count);
    Select(gx, m0, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
    opgen::npu::Narrow(gdyTile, gdy, count);
    gdyQueue_.EnQue(gdyTile);
    opgen::npu::Narrow(gxTile, gx, count);
    gxQueue_.EnQue(gxTile);
    xQueue_.FreeTensor(xTile);
    ddxQueue_.FreeTensor(ddxTile);
    dyQueue_.FreeTensor(dyTile);
  }

  __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
    LocalTensor<T> gdyTile = gdyQueue_.template DeQue<T>();
    opgen::npu::Store(gdyGlobal_, at, gdyTile, count);
    gdyQueue_.FreeTensor(gdyTile);
    LocalTensor<T> gxTile = gxQueue_.template DeQue<T>();
    opgen::npu::Store(gxGlobal_, at, gxTile, count);
    gxQueue_.FreeTensor(gxTile);
  }

  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * tiling_->tile];
  }
  // Memory for a tensor in the type that is computed in, where that is another one than its own.
  __aicore__ inline LocalTensor<float> Wide([[maybe_unused]] uint32_t number) {
    if constexpr (kIsWide) {
      return Place(3 + number);
    } else {
      return LocalTensor<float>();
    }
  }
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 8 : 3;

  const ZooEluGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_elu_grad_grad(GM_ADDR ddx, GM_ADDR dy, GM_ADDR x,
                                                        GM_ADDR gdy, GM_ADDR gx, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooEluGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooEluGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, dy, x, gdy, gx, data, pipe);
  kernel.Process();
}
