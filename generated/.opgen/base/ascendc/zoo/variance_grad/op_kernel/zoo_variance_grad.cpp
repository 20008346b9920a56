// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_variance_grad_tiling.h"

using namespace AscendC;

// Gradient of variance
template <typename T>
class KernelZooVarianceGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooVarianceGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
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
      float mean_axes = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          ReduceSum(single, x, t0, count);
          mean_axes += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      mean_axes /= static_cast<float>(loops.inner * loops.length);
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          const float dy_value =
              opgen::npu::AsNumber<float>(dyGlobal_.GetValue(loops.At(0, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
          const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(2));
          Duplicate(t0, dy_value, count);
          Muls(t0, t0, 2.0f, count);
          Adds(t1, x, -mean_axes, count);
          Mul(t0, t0, t1, count);
          Duplicate(t1, tiling_->scalar, count);
          Div(dx, t0, t1, count);
          opgen::npu::Narrow(dxTile, dx, count);
          dxQueue_.EnQue(dxTile);
          xQueue_.FreeTensor(xTile);
          CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                  count);
        }
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

  const ZooVarianceGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_variance_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                        GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooVarianceGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooVarianceGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, dx, data, pipe);
  kernel.Process();
}
