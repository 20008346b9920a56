// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_linear_grad_tiling.h"

using namespace AscendC;

// Gradient of linear
template <typename T>
class KernelZooLinearGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight,
                              GM_ADDR dbias, const ZooLinearGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dweight));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(weightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dweightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dbiasQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
    Compute2();
  }

 private:
  // dx: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum = Place(0);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float dy_value =
              opgen::npu::AsNumber<float>(dyGlobal_.GetValue(loops.At(0, outer, inner, 0)));
          CopyIn(weightQueue_, weightGlobal_, loops.At(1, outer, inner, at),
                 loops.strides[1].vector, count);
          LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
          const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(2), count);
          Axpy(sum, weight, dy_value, count);
          weightQueue_.FreeTensor(weightTile);
        }
        LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
        const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(3));
        Muls(dx, sum, 1.0f, count);
        opgen::npu::Narrow(dxTile, dx, count);
        dxQueue_.EnQue(dxTile);
        CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  // dweight: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum_2 = Place(0);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float dy_value_2 =
              opgen::npu::AsNumber<float>(dyGlobal_.GetValue(loops.At(0, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          Axpy(sum_2, x, dy_value_2, count);
          xQueue_.FreeTensor(xTile);
        }
        LocalTensor<T> dweightTile = dweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> dweight = opgen::npu::Target<float>(dweightTile, Wide(4));
        Muls(dweight, sum_2, 1.0f, count);
        opgen::npu::Narrow(dweightTile, dweight, count);
        dweightQueue_.EnQue(dweightTile);
        CopyOut(dweightQueue_, dweightGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
                count);
      }
    }
  }

  // dbias: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum_3 = Place(0);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_3, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          Add(sum_3, sum_3, dy, count);
          dyQueue_.FreeTensor(dyTile);
        }
        LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
        const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(5));
        Muls(dbias, sum_3, 1.0f, count);
        opgen::npu::Narrow(dbiasTile, dbias, count);
        dbiasQueue_.EnQue(dbiasTile);
        CopyOut(dbiasQueue_, dbiasGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector,
                count);
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
      return Place(1 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 7 : 1;

  const ZooLinearGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> weightQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TQue<TPosition::VECOUT, 2> dweightQueue_;
  TQue<TPosition::VECOUT, 2> dbiasQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dweightGlobal_;
  GlobalTensor<T> dbiasGlobal_;
};

extern "C" __global__ __aicore__ void zoo_linear_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
                                                      GM_ADDR dx, GM_ADDR dweight, GM_ADDR dbias,
                                                      GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLinearGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLinearGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, dx, dweight, dbias, data, pipe);
  kernel.Process();
}
