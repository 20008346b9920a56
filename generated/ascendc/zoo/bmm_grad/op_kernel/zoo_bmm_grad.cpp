// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_bmm_grad_tiling.h"

using namespace AscendC;

// Gradient of bmm
template <typename T>
class KernelZooBmmGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dz, GM_ADDR x, GM_ADDR y, GM_ADDR dx, GM_ADDR dy,
                              const ZooBmmGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dz));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    pipe_->InitBuffer(dzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
  }

 private:
  // dx: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float dx_sum = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(dzQueue_, dzGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(yQueue_, yGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
        const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(0), count);
        LocalTensor<T> yTile = yQueue_.template DeQue<T>();
        const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(2), count);
        Mul(t0, dz, y, count);
        ReduceSum(single, t0, t1, count);
        dx_sum += opgen::npu::First(single);
        dzQueue_.FreeTensor(dzTile);
        yQueue_.FreeTensor(yTile);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
        const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(3));
        Duplicate(dx, dx_sum, count);
        opgen::npu::Narrow(dxTile, dx, count);
        dxQueue_.EnQue(dxTile);
        CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  // dy: blocks take the work in turn.
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
          const float x_value =
              opgen::npu::AsNumber<float>(xGlobal_.GetValue(loops.At(1, outer, inner, 0)));
          CopyIn(dzQueue_, dzGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
          const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(0), count);
          Axpy(sum, dz, x_value, count);
          dzQueue_.FreeTensor(dzTile);
        }
        LocalTensor<T> dyTile = dyQueue_.template AllocTensor<T>();
        const LocalTensor<float> dy = opgen::npu::Target<float>(dyTile, Wide(4));
        Muls(dy, sum, 1.0f, count);
        opgen::npu::Narrow(dyTile, dy, count);
        dyQueue_.EnQue(dyTile);
        CopyOut(dyQueue_, dyGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
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

  const ZooBmmGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dzQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TQue<TPosition::VECOUT, 2> dyQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dzGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_bmm_grad(GM_ADDR dz, GM_ADDR x, GM_ADDR y, GM_ADDR dx,
                                                   GM_ADDR dy, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBmmGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBmmGrad<DTYPE_DZ> kernel;
  kernel.Init(dz, x, y, dx, dy, data, pipe);
  kernel.Process();
}
