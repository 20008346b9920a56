// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_mul_tiling.h"

using namespace AscendC;

// x * y
template <typename T>
class KernelZooMul {
 public:
  using Number = opgen::npu::ComputeType<T>;

  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, const ZooMulTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    zGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(z));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(zQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(Number));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // z: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(yQueue_, yGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<Number> x = opgen::npu::Widened<Number>(xTile, Wide(0), count);
        LocalTensor<T> yTile = yQueue_.template DeQue<T>();
        const LocalTensor<Number> y = opgen::npu::Widened<Number>(yTile, Wide(1), count);
        LocalTensor<T> zTile = zQueue_.template AllocTensor<T>();
        const LocalTensor<Number> z = opgen::npu::Target<Number>(zTile, Wide(2));
        Mul(z, x, y, count);
        opgen::npu::Narrow(zTile, z, count);
        zQueue_.EnQue(zTile);
        xQueue_.FreeTensor(xTile);
        yQueue_.FreeTensor(yTile);
        CopyOut(zQueue_, zGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  template <typename Queue, typename E>
  __aicore__ inline void CopyIn(Queue& queue, const GlobalTensor<E>& from, uint64_t place,
                                uint64_t stride, uint32_t count, bool is_given = true) {
    LocalTensor<E> tile = queue.template AllocTensor<E>();
    if (is_given) {
      opgen::npu::Load(tile, from, place, stride, count);
    } else if constexpr (sizeof(E) > 1) {
      Duplicate(tile, E(0), static_cast<int32_t>(count));
    }
    queue.EnQue(tile);
  }

  template <typename Queue, typename E>
  __aicore__ inline void CopyOut(Queue& queue, const GlobalTensor<E>& to, uint64_t place,
                                 uint64_t stride, uint32_t count) {
    LocalTensor<E> tile = queue.template DeQue<E>();
    if (stride > 1 && count > 1) {
      opgen::npu::Scatter(to, place, stride, tile, single_.Get<E>(), count);
    } else {
      opgen::npu::Store(to, place, tile, count);
    }
    queue.FreeTensor(tile);
  }

  __aicore__ inline LocalTensor<Number> Place(uint32_t number) {
    return numbers_.Get<Number>()[number * tiling_->tile];
  }
  // Memory for a tensor in the type that is computed in, where that is another one than its own.
  __aicore__ inline LocalTensor<Number> Wide([[maybe_unused]] uint32_t number) {
    if constexpr (kIsWide) {
      return Place(0 + number);
    } else {
      return LocalTensor<Number>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, Number>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 3 : 0;

  const ZooMulTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> zQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> zGlobal_;
};

extern "C" __global__ __aicore__ void zoo_mul(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMulTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMul<DTYPE_X> kernel;
  kernel.Init(x, y, z, data, pipe);
  kernel.Process();
}
