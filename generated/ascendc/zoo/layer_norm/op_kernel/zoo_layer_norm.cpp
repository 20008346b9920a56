// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_layer_norm_tiling.h"

using namespace AscendC;

// x along the last axis with mean 0 and variance 1, then scaled and shifted
template <typename T>
class KernelZooLayerNorm {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR weight, GM_ADDR bias, GM_ADDR y,
                              const ZooLayerNormTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(weightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(biasQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // y: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float mean_c = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
        ReduceSum(single, x, t0, count);
        mean_c += opgen::npu::First(single);
        xQueue_.FreeTensor(xTile);
      }
      mean_c /= static_cast<float>(loops.length);
      float mean_c_2 = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
        Adds(t0, x, -mean_c, count);
        Mul(t0, t0, t0, count);
        ReduceSum(single, t0, t1, count);
        mean_c_2 += opgen::npu::First(single);
        xQueue_.FreeTensor(xTile);
      }
      mean_c_2 /= static_cast<float>(loops.length);
      float rsqrt_value = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0, mean_c_2, count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(weightQueue_, weightGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector,
               count, tiling_->has_weight != 0);
        CopyIn(biasQueue_, biasGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count,
               tiling_->has_bias != 0);
        CopyIn(xQueue_, xGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
        const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(1), count);
        LocalTensor<T> biasTile = biasQueue_.template DeQue<T>();
        const LocalTensor<float> bias = opgen::npu::Widened<float>(biasTile, Wide(2), count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
        LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
        const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Wide(3));
        Adds(t0, x, -mean_c, count);
        Muls(t0, t0, rsqrt_value, count);
        if (tiling_->has_weight) {
          Muls(t1, weight, 1.0f, count);
        } else {
          Duplicate(t1, 1.0f, count);
        }
        Mul(t0, t0, t1, count);
        if (tiling_->has_bias) {
          Muls(t1, bias, 1.0f, count);
        } else {
          Duplicate(t1, 0.0f, count);
        }
        Add(y, t0, t1, count);
        opgen::npu::Narrow(yTile, y, count);
        yQueue_.EnQue(yTile);
        weightQueue_.FreeTensor(weightTile);
        biasQueue_.FreeTensor(biasTile);
        xQueue_.FreeTensor(xTile);
        CopyOut(yQueue_, yGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
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
  static constexpr uint32_t kPlaces = kIsWide ? 6 : 2;

  const ZooLayerNormTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> weightQueue_;
  TQue<TPosition::VECIN, 2> biasQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_layer_norm(GM_ADDR x, GM_ADDR weight, GM_ADDR bias,
                                                     GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLayerNormTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLayerNorm<DTYPE_X> kernel;
  kernel.Init(x, weight, bias, y, data, pipe);
  kernel.Process();
}
