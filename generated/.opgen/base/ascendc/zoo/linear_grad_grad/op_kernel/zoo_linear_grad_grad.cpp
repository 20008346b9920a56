// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_linear_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of linear_grad
template <typename T>
class KernelZooLinearGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight,
                              const ZooLinearGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gweight));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddweightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(weightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gweightQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
    Compute2();
  }

 private:
  // gdy: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float gdy_sum = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        float sum_k = 0;
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(1, outer, inner, at),
                 loops.strides[1].vector, count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
          const LocalTensor<float> ddweight =
              opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
          Mul(t0, ddweight, x, count);
          ReduceSum(single, t0, t1, count);
          sum_k += opgen::npu::First(single);
          ddweightQueue_.FreeTensor(ddweightTile);
          xQueue_.FreeTensor(xTile);
        }
        float sum_k_2 = 0;
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                 loops.strides[4].vector, count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
          const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(5), count);
          Mul(t0, ddx, weight, count);
          ReduceSum(single, t0, t1, count);
          sum_k_2 += opgen::npu::First(single);
          ddxQueue_.FreeTensor(ddxTile);
          weightQueue_.FreeTensor(weightTile);
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          const float ddbias_value =
              opgen::npu::AsNumber<float>(ddbiasGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          Duplicate(t0, sum_k, count);
          Adds(t0, t0, ddbias_value, count);
          Adds(t0, t0, sum_k_2, count);
          ReduceSum(single, t0, t1, count);
          gdy_sum += opgen::npu::First(single);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(6));
        Duplicate(gdy, gdy_sum, count);
        opgen::npu::Narrow(gdyTile, gdy, count);
        gdyQueue_.EnQue(gdyTile);
        CopyOut(gdyQueue_, gdyGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
      }
    }
  }

  // gx: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum = Place(2);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float dy_value =
              opgen::npu::AsNumber<float>(dyGlobal_.GetValue(loops.At(1, outer, inner, 0)));
          CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(0, outer, inner, at),
                 loops.strides[0].vector, count);
          LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
          const LocalTensor<float> ddweight =
              opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
          Axpy(sum, ddweight, dy_value, count);
          ddweightQueue_.FreeTensor(ddweightTile);
        }
        LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
        const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(7));
        Muls(gx, sum, 1.0f, count);
        opgen::npu::Narrow(gxTile, gx, count);
        gxQueue_.EnQue(gxTile);
        CopyOut(gxQueue_, gxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  // gweight: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum_2 = Place(2);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float dy_value_2 =
              opgen::npu::AsNumber<float>(dyGlobal_.GetValue(loops.At(1, outer, inner, 0)));
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Axpy(sum_2, ddx, dy_value_2, count);
          ddxQueue_.FreeTensor(ddxTile);
        }
        LocalTensor<T> gweightTile = gweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> gweight = opgen::npu::Target<float>(gweightTile, Wide(8));
        Muls(gweight, sum_2, 1.0f, count);
        opgen::npu::Narrow(gweightTile, gweight, count);
        gweightQueue_.EnQue(gweightTile);
        CopyOut(gweightQueue_, gweightGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
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
      return Place(3 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 12 : 3;

  const ZooLinearGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddweightQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> weightQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gweightQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gweightGlobal_;
};

extern "C" __global__ __aicore__ void zoo_linear_grad_grad(GM_ADDR ddx, GM_ADDR ddweight,
                                                           GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                                                           GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx,
                                                           GM_ADDR gweight, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLinearGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLinearGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, dy, x, weight, gdy, gx, gweight, data, pipe);
  kernel.Process();
}
