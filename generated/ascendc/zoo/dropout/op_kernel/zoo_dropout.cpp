// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_loops.h"
#include "opgen_ascend_pairs.h"
#include "opgen_ascend_random.h"
#include "zoo_dropout_tiling.h"

using namespace AscendC;

// x with elements left out with probability p, the others scaled up to match
template <typename T>
class KernelZooDropout {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR mask,
                              const ZooDropoutTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    maskGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ uint8_t*>(mask));
    const uint32_t elements = 2 * tiling_->tile;
    pipe.InitBuffer(xQueue_, 2, elements * sizeof(T));
    pipe.InitBuffer(yQueue_, 2, elements * sizeof(T));
    pipe.InitBuffer(maskQueue_, 2, elements);
    pipe.InitBuffer(numbers_, kPlaces * elements * sizeof(float));
    pipe.InitBuffer(bits_, elements / 8);
    random_.Init(pipe, tiling_->seed, tiling_->tile);
    pairs_.Init(pipe, tiling_->tile);
  }

  // Blocks take tiles in turn; one of numbers in pairs is twice as many elements.
  __aicore__ inline void Process() {
    const uint64_t step = uint64_t{2} * tiling_->tile;
    for (uint64_t at = step * GetBlockIdx(); at < tiling_->total; at += step * GetBlockNum()) {
      const uint32_t count = opgen::npu::Count(at, tiling_->total, 2 * tiling_->tile);
      LocalTensor<T> x = xQueue_.template AllocTensor<T>();
      opgen::npu::Load(x, xGlobal_, at, 1, count);
      xQueue_.EnQue(x);
      DrawMask(at, count);
      Compute(count);
      CopyOut(yQueue_, yGlobal_, at, count);
      CopyOut(maskQueue_, maskGlobal_, at, count);
    }
  }

 private:
  __aicore__ inline void DrawMask(uint64_t at, uint32_t count) {
    random_.Draw(at / 2, (count + 1) / 2);
    random_.AtLeast(Place(0), 0, tiling_->bound);
    random_.AtLeast(Place(0)[tiling_->tile], 1, tiling_->bound);
    pairs_.Combine(Place(1), Place(0), Place(2), count);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const uint32_t padded = opgen::npu::Padded(count);
    const LocalTensor<uint8_t> bits = bits_.Get<uint8_t>();
    CompareScalar(bits, Place(1), 0.0f, CMPMODE::NE, padded);
    LocalTensor<uint8_t> bytes = maskQueue_.template AllocTensor<uint8_t>();
    opgen::npu::BytesOf(bytes, bits, Place(2), padded);
    maskQueue_.EnQue(bytes);
    LocalTensor<T> xTile = xQueue_.template DeQue<T>();
    LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
    const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Place(0));
    const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Place(0), count);
    Muls(y, x, tiling_->scale, static_cast<int32_t>(count));
    Select(y, bits, y, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
    opgen::npu::Narrow(yTile, y, count);
    yQueue_.EnQue(yTile);
    xQueue_.FreeTensor(xTile);
  }

  template <typename Queue, typename E>
  __aicore__ inline void CopyOut(Queue& queue, const GlobalTensor<E>& to, uint64_t at,
                                 uint32_t count) {
    LocalTensor<E> tile = queue.template DeQue<E>();
    opgen::npu::Store(to, at, tile, count);
    queue.FreeTensor(tile);
  }

  __aicore__ inline LocalTensor<float> Place(uint32_t number) {
    return numbers_.Get<float>()[number * 2 * tiling_->tile];
  }

  static constexpr uint32_t kPlaces = 3;

  const ZooDropoutTilingData* tiling_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> maskQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> bits_;
  opgen::npu::Random random_;
  opgen::npu::Pairs pairs_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<uint8_t> maskGlobal_;
};

extern "C" __global__ __aicore__ void zoo_dropout(GM_ADDR x, GM_ADDR y, GM_ADDR mask,
                                                  GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooDropoutTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooDropout<DTYPE_X> kernel;
  kernel.Init(x, y, mask, data, pipe);
  kernel.Process();
}
