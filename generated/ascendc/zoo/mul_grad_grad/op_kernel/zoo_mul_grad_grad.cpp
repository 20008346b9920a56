// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_mul_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of mul_grad
template <typename T>
class KernelZooMulGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz, GM_ADDR x, GM_ADDR y,
                              GM_ADDR gdz, GM_ADDR gx, GM_ADDR gy,
                              const ZooMulGradGradTilingData& tiling, TPipe& pipe) {
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
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
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
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[4].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(4), count);
            Mul(t0, ddy, x, count);
            Mul(t1, ddx, y, count);
            Add(t0, t0, t1, count);
            Add(sum, sum, t0, count);
            ddyQueue_.FreeTensor(ddyTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
          LocalTensor<T> gdzTile = gdzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdz = opgen::npu::Target<float>(gdzTile, Wide(5));
          Muls(gdz, sum, 1.0f, count);
          opgen::npu::Narrow(gdzTile, gdz, count);
          gdzQueue_.EnQue(gdzTile);
          CopyOut(gdzQueue_, gdzGlobal_, loops.At(4, outer, 0, at), loops.strides[4].vector, count);
        }
      }
      if (loops.strides[4].vector == 0) {
        float gdz_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(4), count);
            Mul(t0, ddy, x, count);
            Mul(t1, ddx, y, count);
            Add(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            gdz_sum += opgen::npu::First(single);
            ddyQueue_.FreeTensor(ddyTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gdzTile = gdzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdz = opgen::npu::Target<float>(gdzTile, Wide(5));
          Duplicate(gdz, gdz_sum, count);
          opgen::npu::Narrow(gdzTile, gdz, count);
          gdzQueue_.EnQue(gdzTile);
          CopyOut(gdzQueue_, gdzGlobal_, loops.At(4, outer, 0, at), loops.strides[4].vector, count);
        }
      }
    }
  }

  // gx: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[2].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_2, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            Mul(t0, ddy, dz, count);
            Add(sum_2, sum_2, t0, count);
            ddyQueue_.FreeTensor(ddyTile);
            dzQueue_.FreeTensor(dzTile);
          }
          LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
          const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(6));
          Muls(gx, sum_2, 1.0f, count);
          opgen::npu::Narrow(gxTile, gx, count);
          gxQueue_.EnQue(gxTile);
          CopyOut(gxQueue_, gxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
        }
      }
      if (loops.strides[2].vector == 0) {
        float gx_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
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
  }

  // gy: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_3 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[2].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_3, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            Mul(t0, ddx, dz, count);
            Add(sum_3, sum_3, t0, count);
            ddxQueue_.FreeTensor(ddxTile);
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
      if (loops.strides[2].vector == 0) {
        float gy_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            Mul(t0, ddx, dz, count);
            ReduceSum(single, t0, t1, count);
            gy_sum += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
            dzQueue_.FreeTensor(dzTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gyTile = gyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gy = opgen::npu::Target<float>(gyTile, Wide(7));
          Duplicate(gy, gy_sum, count);
          opgen::npu::Narrow(gyTile, gy, count);
          gyQueue_.EnQue(gyTile);
          CopyOut(gyQueue_, gyGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
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
      return Place(3 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 11 : 3;

  const ZooMulGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddyQueue_;
  TQue<TPosition::VECIN, 2> dzQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
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

extern "C" __global__ __aicore__ void zoo_mul_grad_grad(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz,
                                                        GM_ADDR x, GM_ADDR y, GM_ADDR gdz,
                                                        GM_ADDR gx, GM_ADDR gy, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMulGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMulGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddy, dz, x, y, gdz, gx, gy, data, pipe);
  kernel.Process();
}
