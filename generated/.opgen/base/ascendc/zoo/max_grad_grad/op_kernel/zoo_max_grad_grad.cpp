// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_max_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of max_grad
template <typename T>
class KernelZooMaxGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR x, GM_ADDR y, GM_ADDR gdy,
                              const ZooMaxGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(masks_, 1 * tiling_->tile / 8);
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // gdy: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<uint8_t> m0 = Mask(0);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float sum_axes = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          const uint32_t padded = opgen::npu::Padded(count);
          const float y_value =
              opgen::npu::AsNumber<float>(yGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          CompareScalar(m0, x, y_value, CMPMODE::EQ, padded);
          Duplicate(t0, 1.0f, count);
          Select(t0, m0, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
          ReduceSum(single, t0, t1, count);
          sum_axes += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      float gdy_sum = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          const uint32_t padded = opgen::npu::Padded(count);
          const float y_value_2 =
              opgen::npu::AsNumber<float>(yGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          CompareScalar(m0, x, y_value_2, CMPMODE::EQ, padded);
          Duplicate(t0, sum_axes, count);
          Div(t0, ddx, t0, count);
          Select(t0, m0, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
          ReduceSum(single, t0, t1, count);
          gdy_sum += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(3));
        Duplicate(gdy, gdy_sum, count);
        opgen::npu::Narrow(gdyTile, gdy, count);
        gdyQueue_.EnQue(gdyTile);
        CopyOut(gdyQueue_, gdyGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
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
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 6 : 2;

  const ZooMaxGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> gdyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_max_grad_grad(GM_ADDR ddx, GM_ADDR x, GM_ADDR y,
                                                        GM_ADDR gdy, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, x, y, gdy, data, pipe);
  kernel.Process();
}
