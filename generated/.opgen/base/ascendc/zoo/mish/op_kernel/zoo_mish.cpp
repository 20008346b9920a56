// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_mish_tiling.h"

using namespace AscendC;

// x times the hyperbolic tangent of its softplus
template <typename T>
class KernelZooMish {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const ZooMishTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x), tiling_->total);
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y), tiling_->total);
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
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
    LocalTensor<T> xTile = xQueue_.template AllocTensor<T>();
    opgen::npu::Load(xTile, xGlobal_, at, 1, count);
    xQueue_.EnQue(xTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> t3 = Place(3);
    const LocalTensor<uint8_t> m0 = Mask(0);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
    LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
    const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Wide(1));
    Abs(t0, x, count);
    Muls(t0, t0, -1.0f, count);
    Exp(t0, t0, count);
    Maxs(t1, x, 0.0f, count);
    Adds(t2, t0, 1.0f, count);
    Adds(t3, t2, -1.0f, count);
    CompareScalar(m0, t3, 0.0f, CMPMODE::EQ, padded);
    Div(t3, t0, t3, count);
    Ln(t2, t2, count);
    Mul(t2, t2, t3, count);
    Select(t0, m0, t0, t2, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
    Add(t0, t1, t0, count);
    Tanh(t1, t0, count);
    Mul(y, x, t1, count);
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
      return Place(4 + number);
    } else {
      return LocalTensor<float>();
    }
  }
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 6 : 4;

  const ZooMishTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_mish(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMishTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMish<DTYPE_X> kernel;
  kernel.Init(x, y, data, pipe);
  kernel.Process();
}
