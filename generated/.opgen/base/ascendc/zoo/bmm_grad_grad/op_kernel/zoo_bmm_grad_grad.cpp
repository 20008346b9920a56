// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_bmm_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of bmm_grad
template <typename T>
class KernelZooBmmGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz, GM_ADDR x, GM_ADDR y,
                              GM_ADDR gdz, GM_ADDR gx, GM_ADDR gy,
                              const ZooBmmGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddy));
    dzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dz));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    gdzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdz));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gy));
    pipe_->InitBuffer(ddyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gyQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
    Compute2();
  }

 private:
  // gdz: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<float> sum_2 = Place(3);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float x_value =
              opgen::npu::AsNumber<float>(xGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                 count);
          LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
          const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
          Axpy(sum, ddy, x_value, count);
          ddyQueue_.FreeTensor(ddyTile);
        }
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float ddx_value =
              opgen::npu::AsNumber<float>(ddxGlobal_.GetValue(loops.At(0, outer, inner, 0)));
          CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> yTile = yQueue_.template DeQue<T>();
          const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(4), count);
          Axpy(sum_2, y, ddx_value, count);
          yQueue_.FreeTensor(yTile);
        }
        LocalTensor<T> gdzTile = gdzQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdz = opgen::npu::Target<float>(gdzTile, Wide(5));
        Add(gdz, sum, sum_2, count);
        opgen::npu::Narrow(gdzTile, gdz, count);
        gdzQueue_.EnQue(gdzTile);
        CopyOut(gdzQueue_, gdzGlobal_, loops.At(4, outer, 0, at), loops.strides[4].vector, count);
      }
    }
  }

  // gx: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float gx_sum = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(ddyQueue_, ddyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
        const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
        LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
        const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
        Mul(t0, ddy, dz, count);
        ReduceSum(single, t0, t1, count);
        gx_sum += opgen::npu::First(single);
        ddyQueue_.FreeTensor(ddyTile);
        dzQueue_.FreeTensor(dzTile);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
        const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(6));
        Duplicate(gx, gx_sum, count);
        opgen::npu::Narrow(gxTile, gx, count);
        gxQueue_.EnQue(gxTile);
        CopyOut(gxQueue_, gxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
      }
    }
  }

  // gy: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> sum_3 = Place(2);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_3, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          const float ddx_value_2 =
              opgen::npu::AsNumber<float>(ddxGlobal_.GetValue(loops.At(0, outer, inner, 0)));
          CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                 count);
          LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
          const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
          Axpy(sum_3, dz, ddx_value_2, count);
          dzQueue_.FreeTensor(dzTile);
        }
        LocalTensor<T> gyTile = gyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gy = opgen::npu::Target<float>(gyTile, Wide(7));
        Muls(gy, sum_3, 1.0f, count);
        opgen::npu::Narrow(gyTile, gy, count);
        gyQueue_.EnQue(gyTile);
        CopyOut(gyQueue_, gyGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
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
      return Place(4 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 12 : 4;

  const ZooBmmGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddyQueue_;
  TQue<TPosition::VECIN, 2> dzQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> gdzQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gyQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddyGlobal_;
  GlobalTensor<T> dzGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> gdzGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_bmm_grad_grad(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz,
                                                        GM_ADDR x, GM_ADDR y, GM_ADDR gdz,
                                                        GM_ADDR gx, GM_ADDR gy, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBmmGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBmmGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddy, dz, x, y, gdz, gx, gy, data, pipe);
  kernel.Process();
}
