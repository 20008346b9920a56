// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_div_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of div_grad
template <typename T>
class KernelZooDivGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz, GM_ADDR y, GM_ADDR z,
                              GM_ADDR gdz, GM_ADDR gy, GM_ADDR gz,
                              const ZooDivGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddy));
    dzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dz));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    zGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(z));
    gdzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdz));
    gyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gy));
    gzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gz));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(zQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdzQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gzQueue_, 2, tiling_->tile * sizeof(T));
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
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(zQueue_, zGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> zTile = zQueue_.template DeQue<T>();
            const LocalTensor<float> z = opgen::npu::Widened<float>(zTile, Wide(4), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, z, count);
            Sub(t0, ddx, t0, count);
            Div(t0, t0, y, count);
            Add(sum, sum, t0, count);
            ddxQueue_.FreeTensor(ddxTile);
            ddyQueue_.FreeTensor(ddyTile);
            zQueue_.FreeTensor(zTile);
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
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(zQueue_, zGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> zTile = zQueue_.template DeQue<T>();
            const LocalTensor<float> z = opgen::npu::Widened<float>(zTile, Wide(4), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, z, count);
            Sub(t0, ddx, t0, count);
            Div(t0, t0, y, count);
            ReduceSum(single, t0, t1, count);
            gdz_sum += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
            ddyQueue_.FreeTensor(ddyTile);
            zQueue_.FreeTensor(zTile);
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
      if (loops.strides[5].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_2, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(dzQueue_, dzGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(zQueue_, zGlobal_, loops.At(4, outer, inner, at), loops.strides[4].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> zTile = zQueue_.template DeQue<T>();
            const LocalTensor<float> z = opgen::npu::Widened<float>(zTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, z, count);
            Sub(t0, t0, ddx, count);
            Mul(t0, dz, t0, count);
            Mul(t1, y, y, count);
            Div(t0, t0, t1, count);
            Add(sum_2, sum_2, t0, count);
            dzQueue_.FreeTensor(dzTile);
            ddyQueue_.FreeTensor(ddyTile);
            zQueue_.FreeTensor(zTile);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
          LocalTensor<T> gyTile = gyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gy = opgen::npu::Target<float>(gyTile, Wide(6));
          Muls(gy, sum_2, 1.0f, count);
          opgen::npu::Narrow(gyTile, gy, count);
          gyQueue_.EnQue(gyTile);
          CopyOut(gyQueue_, gyGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
        }
      }
      if (loops.strides[5].vector == 0) {
        float gy_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dzQueue_, dzGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(zQueue_, zGlobal_, loops.At(4, outer, inner, at), loops.strides[4].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> zTile = zQueue_.template DeQue<T>();
            const LocalTensor<float> z = opgen::npu::Widened<float>(zTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, z, count);
            Sub(t0, t0, ddx, count);
            Mul(t0, dz, t0, count);
            Mul(t1, y, y, count);
            Div(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            gy_sum += opgen::npu::First(single);
            dzQueue_.FreeTensor(dzTile);
            ddyQueue_.FreeTensor(ddyTile);
            zQueue_.FreeTensor(zTile);
            ddxQueue_.FreeTensor(ddxTile);
            yQueue_.FreeTensor(yTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gyTile = gyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gy = opgen::npu::Target<float>(gyTile, Wide(6));
          Duplicate(gy, gy_sum, count);
          opgen::npu::Narrow(gyTile, gy, count);
          gyQueue_.EnQue(gyTile);
          CopyOut(gyQueue_, gyGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
        }
      }
    }
  }

  // gz: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_3 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[3].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_3, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, dz, count);
            Muls(t0, t0, -1.0f, count);
            Div(t0, t0, y, count);
            Add(sum_3, sum_3, t0, count);
            ddyQueue_.FreeTensor(ddyTile);
            dzQueue_.FreeTensor(dzTile);
            yQueue_.FreeTensor(yTile);
          }
          LocalTensor<T> gzTile = gzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gz = opgen::npu::Target<float>(gzTile, Wide(7));
          Muls(gz, sum_3, 1.0f, count);
          opgen::npu::Narrow(gzTile, gz, count);
          gzQueue_.EnQue(gzTile);
          CopyOut(gzQueue_, gzGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
        }
      }
      if (loops.strides[3].vector == 0) {
        float gz_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(dzQueue_, dzGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> dzTile = dzQueue_.template DeQue<T>();
            const LocalTensor<float> dz = opgen::npu::Widened<float>(dzTile, Wide(2), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(3), count);
            Mul(t0, ddy, dz, count);
            Muls(t0, t0, -1.0f, count);
            Div(t0, t0, y, count);
            ReduceSum(single, t0, t1, count);
            gz_sum += opgen::npu::First(single);
            ddyQueue_.FreeTensor(ddyTile);
            dzQueue_.FreeTensor(dzTile);
            yQueue_.FreeTensor(yTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gzTile = gzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gz = opgen::npu::Target<float>(gzTile, Wide(7));
          Duplicate(gz, gz_sum, count);
          opgen::npu::Narrow(gzTile, gz, count);
          gzQueue_.EnQue(gzTile);
          CopyOut(gzQueue_, gzGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
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

  const ZooDivGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddyQueue_;
  TQue<TPosition::VECIN, 2> dzQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECIN, 2> zQueue_;
  TQue<TPosition::VECOUT, 2> gdzQueue_;
  TQue<TPosition::VECOUT, 2> gyQueue_;
  TQue<TPosition::VECOUT, 2> gzQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddyGlobal_;
  GlobalTensor<T> dzGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> zGlobal_;
  GlobalTensor<T> gdzGlobal_;
  GlobalTensor<T> gyGlobal_;
  GlobalTensor<T> gzGlobal_;
};

extern "C" __global__ __aicore__ void zoo_div_grad_grad(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz,
                                                        GM_ADDR y, GM_ADDR z, GM_ADDR gdz,
                                                        GM_ADDR gy, GM_ADDR gz, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooDivGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooDivGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddy, dz, y, z, gdz, gy, gz, data, pipe);
  kernel.Process();
}
