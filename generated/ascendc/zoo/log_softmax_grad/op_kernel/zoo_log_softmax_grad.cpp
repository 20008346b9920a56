// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_log_softmax_grad_tiling.h"

using namespace AscendC;

// Gradient of log_softmax
template <typename T>
class KernelZooLogSoftmaxGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooLogSoftmaxGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // dx: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float max_c = -opgen::npu::kInfinity;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        ReduceMax(single, x, t0, count);
        max_c = opgen::npu::Larger(max_c, opgen::npu::First(single));
        xQueue_.FreeTensor(xTile);
      }
      float sum_c = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        ReduceSum(single, dy, t0, count);
        sum_c += opgen::npu::First(single);
        dyQueue_.FreeTensor(dyTile);
      }
      float sum_c_2 = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        Adds(t0, x, -max_c, count);
        Exp(t0, t0, count);
        ReduceSum(single, t0, t1, count);
        sum_c_2 += opgen::npu::First(single);
        xQueue_.FreeTensor(xTile);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
        const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
        Adds(t0, x, -max_c, count);
        Exp(t0, t0, count);
        Muls(t0, t0, sum_c, count);
        Duplicate(t1, sum_c_2, count);
        Div(t0, t0, t1, count);
        Sub(dx, dy, t0, count);
        opgen::npu::Narrow(dxTile, dx, count);
        dxQueue_.EnQue(dxTile);
        dyQueue_.FreeTensor(dyTile);
        xQueue_.FreeTensor(xTile);
        CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
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
      return Place(2 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 5 : 2;

  const ZooLogSoftmaxGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_log_softmax_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                           GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLogSoftmaxGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLogSoftmaxGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, dx, data, pipe);
  kernel.Process();
}
