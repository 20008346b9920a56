// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_softmax_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of softmax_grad
template <typename T>
class KernelZooSoftmaxGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR dy, GM_ADDR y, GM_ADDR gdy, GM_ADDR gy,
                              const ZooSoftmaxGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gy));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gyQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
  }

 private:
  // gdy: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float sum_c = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(2), count);
            Mul(t0, ddx, y, count);
            ReduceSum(single, t0, t1, count);
            sum_c += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
          CopyIn(yQueue_, yGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> yTile = yQueue_.template DeQue<T>();
          const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(2), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Adds(t0, ddx, -sum_c, count);
          Mul(t0, y, t0, count);
          Add(sum, sum, t0, count);
          yQueue_.FreeTensor(yTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
        LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(3));
        Muls(gdy, sum, 1.0f, count);
        opgen::npu::Narrow(gdyTile, gdy, count);
        gdyQueue_.EnQue(gdyTile);
        CopyOut(gdyQueue_, gdyGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  // gy: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float sum_c_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(2), count);
            Mul(t0, ddx, y, count);
            ReduceSum(single, t0, t1, count);
            sum_c_2 += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
          float sum_c_2_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(1), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(2), count);
            Mul(t0, dy, y, count);
            ReduceSum(single, t0, t1, count);
            sum_c_2_2 += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            yQueue_.FreeTensor(yTile);
          }
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                 count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(1), count);
          Adds(t0, dy, -sum_c_2_2, count);
          Mul(t0, ddx, t0, count);
          Muls(t1, dy, sum_c_2, count);
          Sub(t0, t0, t1, count);
          Add(sum_2, sum_2, t0, count);
          ddxQueue_.FreeTensor(ddxTile);
          dyQueue_.FreeTensor(dyTile);
        }
        LocalTensor<T> gyTile = gyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gy = opgen::npu::Target<float>(gyTile, Wide(4));
        Muls(gy, sum_2, 1.0f, count);
        opgen::npu::Narrow(gyTile, gy, count);
        gyQueue_.EnQue(gyTile);
        CopyOut(gyQueue_, gyGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
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

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 8 : 3;

  const ZooSoftmaxGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gyQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_softmax_grad_grad(GM_ADDR ddx, GM_ADDR dy, GM_ADDR y,
                                                            GM_ADDR gdy, GM_ADDR gy,
                                                            GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooSoftmaxGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooSoftmaxGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, dy, y, gdy, gy, data, pipe);
  kernel.Process();
}
