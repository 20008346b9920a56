// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_maximum_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of maximum_grad
template <typename T>
class KernelZooMaximumGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz, GM_ADDR x, GM_ADDR y,
                              GM_ADDR gdz, const ZooMaximumGradGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    gdzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdz));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdzQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(masks_, 2 * tiling_->tile / 8);
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // gdz: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> sum = Place(3);
    const LocalTensor<uint8_t> m0 = Mask(0);
    const LocalTensor<uint8_t> m1 = Mask(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[4].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            const uint32_t padded = opgen::npu::Padded(count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(4), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Compare(m0, y, x, CMPMODE::GT, padded);
            Compare(m1, x, y, CMPMODE::EQ, padded);
            Duplicate(t0, 0.5f, count);
            Select(t0, m1, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
            Duplicate(t1, 1.0f, count);
            Select(t1, m0, t1, t0, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            Mul(t1, ddy, t1, count);
            Compare(m0, x, y, CMPMODE::GT, padded);
            Duplicate(t2, 1.0f, count);
            Select(t0, m0, t2, t0, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            Mul(t0, ddx, t0, count);
            Add(t0, t1, t0, count);
            Add(sum, sum, t0, count);
            ddyQueue_.FreeTensor(ddyTile);
            yQueue_.FreeTensor(yTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
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
            const uint32_t padded = opgen::npu::Padded(count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> yTile = yQueue_.template DeQue<T>();
            const LocalTensor<float> y = opgen::npu::Widened<float>(yTile, Wide(4), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Compare(m0, y, x, CMPMODE::GT, padded);
            Compare(m1, x, y, CMPMODE::EQ, padded);
            Duplicate(t0, 0.5f, count);
            Select(t0, m1, t0, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
            Duplicate(t1, 1.0f, count);
            Select(t1, m0, t1, t0, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            Mul(t1, ddy, t1, count);
            Compare(m0, x, y, CMPMODE::GT, padded);
            Duplicate(t2, 1.0f, count);
            Select(t0, m0, t2, t0, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            Mul(t0, ddx, t0, count);
            Add(t0, t1, t0, count);
            ReduceSum(single, t0, t1, count);
            gdz_sum += opgen::npu::First(single);
            ddyQueue_.FreeTensor(ddyTile);
            yQueue_.FreeTensor(yTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
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
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 10 : 4;

  const ZooMaximumGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> gdzQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> gdzGlobal_;
};

extern "C" __global__ __aicore__ void zoo_maximum_grad_grad(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz,
                                                            GM_ADDR x, GM_ADDR y, GM_ADDR gdz,
                                                            GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaximumGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaximumGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddy, dz, x, y, gdz, data, pipe);
  kernel.Process();
}
