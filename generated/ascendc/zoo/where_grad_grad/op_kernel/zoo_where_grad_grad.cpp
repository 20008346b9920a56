// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_where_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of where_grad
template <typename T>
class KernelZooWhereGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz, GM_ADDR condition, GM_ADDR gdz,
                              const ZooWhereGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddy));
    conditionGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ uint8_t*>(condition));
    gdzGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdz));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(conditionQueue_, 2, tiling_->tile * sizeof(uint8_t));
    pipe_->InitBuffer(gdzQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(masks_, 1 * tiling_->tile / 8);
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
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<uint8_t> m0 = Mask(0);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[3].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            const uint32_t padded = opgen::npu::Padded(count);
            CopyIn(conditionQueue_, conditionGlobal_, loops.At(2, outer, inner, at),
                   loops.strides[2].vector, count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<uint8_t> conditionTile = conditionQueue_.template DeQue<uint8_t>();
            opgen::npu::MaskOf(m0, conditionTile, t0, padded);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            opgen::npu::Not(m0, m0, padded);
            Select(t0, m0, ddy, ddx, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            Add(sum, sum, t0, count);
            conditionQueue_.FreeTensor(conditionTile);
            ddyQueue_.FreeTensor(ddyTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          LocalTensor<T> gdzTile = gdzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdz = opgen::npu::Target<float>(gdzTile, Wide(4));
          Muls(gdz, sum, 1.0f, count);
          opgen::npu::Narrow(gdzTile, gdz, count);
          gdzQueue_.EnQue(gdzTile);
          CopyOut(gdzQueue_, gdzGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
        }
      }
      if (loops.strides[3].vector == 0) {
        float gdz_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            const uint32_t padded = opgen::npu::Padded(count);
            CopyIn(conditionQueue_, conditionGlobal_, loops.At(2, outer, inner, at),
                   loops.strides[2].vector, count);
            CopyIn(ddyQueue_, ddyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<uint8_t> conditionTile = conditionQueue_.template DeQue<uint8_t>();
            opgen::npu::MaskOf(m0, conditionTile, t0, padded);
            LocalTensor<T> ddyTile = ddyQueue_.template DeQue<T>();
            const LocalTensor<float> ddy = opgen::npu::Widened<float>(ddyTile, Wide(1), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            opgen::npu::Not(m0, m0, padded);
            Select(t0, m0, ddy, ddx, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);
            ReduceSum(single, t0, t1, count);
            gdz_sum += opgen::npu::First(single);
            conditionQueue_.FreeTensor(conditionTile);
            ddyQueue_.FreeTensor(ddyTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gdzTile = gdzQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdz = opgen::npu::Target<float>(gdzTile, Wide(4));
          Duplicate(gdz, gdz_sum, count);
          opgen::npu::Narrow(gdzTile, gdz, count);
          gdzQueue_.EnQue(gdzTile);
          CopyOut(gdzQueue_, gdzGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
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
  __aicore__ inline LocalTensor<uint8_t> Mask(uint32_t number) {
    return masks_.Get<uint8_t>()[number * (tiling_->tile / 8)];
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 8 : 3;

  const ZooWhereGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddyQueue_;
  TQue<TPosition::VECIN, 2> conditionQueue_;
  TQue<TPosition::VECOUT, 2> gdzQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> masks_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddyGlobal_;
  GlobalTensor<uint8_t> conditionGlobal_;
  GlobalTensor<T> gdzGlobal_;
};

extern "C" __global__ __aicore__ void zoo_where_grad_grad(GM_ADDR ddx, GM_ADDR ddy, GM_ADDR dz,
                                                          GM_ADDR condition, GM_ADDR gdz,
                                                          GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooWhereGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooWhereGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddy, dz, condition, gdz, data, pipe);
  kernel.Process();
}
