// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_layer_norm_grad_tiling.h"

using namespace AscendC;

// Gradient of layer_norm
template <typename T>
class KernelZooLayerNormGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight,
                              GM_ADDR dbias, const ZooLayerNormGradTilingData& tiling,
                              TPipe& pipe) {
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
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float mean_c = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        ReduceSum(single, x, t0, count);
        mean_c += opgen::npu::First(single);
        xQueue_.FreeTensor(xTile);
      }
      mean_c /= static_cast<float>(loops.length);
      float mean_c_2 = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
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
      float sum_c = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(weightQueue_, weightGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
               count, tiling_->has_weight != 0);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
        const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(2), count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        if (tiling_->has_weight) {
          Muls(t0, weight, 1.0f, count);
        } else {
          Duplicate(t0, 1.0f, count);
        }
        Mul(t0, dy, t0, count);
        Adds(t1, x, -mean_c, count);
        Mul(t0, t0, t1, count);
        ReduceSum(single, t0, t1, count);
        sum_c += opgen::npu::First(single);
        dyQueue_.FreeTensor(dyTile);
        weightQueue_.FreeTensor(weightTile);
        xQueue_.FreeTensor(xTile);
      }
      float sum_c_2 = 0;
      for (uint64_t at = 0; at < loops.length; at += tile) {
        const uint32_t count = opgen::npu::Count(at, loops.length, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(weightQueue_, weightGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
               count, tiling_->has_weight != 0);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
        const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(2), count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        if (tiling_->has_weight) {
          Muls(t0, weight, 1.0f, count);
        } else {
          Duplicate(t0, 1.0f, count);
        }
        Mul(t0, dy, t0, count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t1, t1, t1, count);
        Muls(t1, t1, sum_c, count);
        Adds(t2, x, -mean_c, count);
        Mul(t1, t1, t2, count);
        Duplicate(t2, tiling_->scalar, count);
        Div(t1, t1, t2, count);
        Sub(t0, t0, t1, count);
        Muls(t0, t0, rsqrt_value, count);
        ReduceSum(single, t0, t1, count);
        sum_c_2 += opgen::npu::First(single);
        dyQueue_.FreeTensor(dyTile);
        weightQueue_.FreeTensor(weightTile);
        xQueue_.FreeTensor(xTile);
      }
      float invariant = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, sum_c_2, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        invariant = opgen::npu::First(t0);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        CopyIn(weightQueue_, weightGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
               count, tiling_->has_weight != 0);
        CopyIn(xQueue_, xGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
        const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(2), count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
        LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
        const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(3));
        if (tiling_->has_weight) {
          Muls(t0, weight, 1.0f, count);
        } else {
          Duplicate(t0, 1.0f, count);
        }
        Mul(t0, dy, t0, count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t1, t1, t1, count);
        Muls(t1, t1, sum_c, count);
        Adds(t2, x, -mean_c, count);
        Mul(t1, t1, t2, count);
        Duplicate(t2, tiling_->scalar, count);
        Div(t1, t1, t2, count);
        Sub(t0, t0, t1, count);
        Muls(t0, t0, rsqrt_value, count);
        Adds(dx, t0, -invariant, count);
        opgen::npu::Narrow(dxTile, dx, count);
        dxQueue_.EnQue(dxTile);
        dyQueue_.FreeTensor(dyTile);
        weightQueue_.FreeTensor(weightTile);
        xQueue_.FreeTensor(xTile);
        CopyOut(dxQueue_, dxGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
      }
    }
  }

  // dweight: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum = Place(3);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float mean_c_3 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
            ReduceSum(single, x, t0, count);
            mean_c_3 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_3 /= static_cast<float>(loops.length);
          float mean_c_2_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
            Adds(t0, x, -mean_c_3, count);
            Mul(t0, t0, t0, count);
            ReduceSum(single, t0, t1, count);
            mean_c_2_2 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_2_2 /= static_cast<float>(loops.length);
          float rsqrt_value_2 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, tiling_->eps_value, count);
            Adds(t0, t0, mean_c_2_2, count);
            Sqrt(t0, t0, count);
            Duplicate(t1, 1.0f, count);
            Div(t0, t1, t0, count);
            rsqrt_value_2 = opgen::npu::First(t0);
          }
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          Adds(t0, x, -mean_c_3, count);
          Mul(t0, dy, t0, count);
          Axpy(sum, t0, rsqrt_value_2, count);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
        LocalTensor<T> dweightTile = dweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> dweight = opgen::npu::Target<float>(dweightTile, Wide(4));
        Muls(dweight, sum, 1.0f, count);
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
    const LocalTensor<float> sum_2 = Place(3);
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          Add(sum_2, sum_2, dy, count);
          dyQueue_.FreeTensor(dyTile);
        }
        LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
        const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(5));
        Muls(dbias, sum_2, 1.0f, count);
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
      return Place(4 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 10 : 4;

  const ZooLayerNormGradTilingData* tiling_;
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

extern "C" __global__ __aicore__ void zoo_layer_norm_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
                                                          GM_ADDR dx, GM_ADDR dweight,
                                                          GM_ADDR dbias, GM_ADDR workspace,
                                                          GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLayerNormGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLayerNormGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, dx, dweight, dbias, data, pipe);
  kernel.Process();
}
