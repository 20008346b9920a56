// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_tiling.h"

using namespace AscendC;

// Normalization of each channel by this batch, which running statistics follow
template <typename T>
class KernelZooBatchNorm {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR weight, GM_ADDR bias, GM_ADDR running_mean,
                              GM_ADDR running_var, GM_ADDR y, GM_ADDR new_mean, GM_ADDR new_var,
                              const ZooBatchNormTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    running_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_mean));
    running_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_var));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    new_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(new_mean));
    new_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(new_var));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(yQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(new_meanQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(new_varQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // y, new_mean, new_var: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float average = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
          ReduceSum(single, x, t0, count);
          average += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      average /= static_cast<float>(loops.inner * loops.length);
      float variance = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
          Adds(t0, x, -average, count);
          Mul(t0, t0, t0, count);
          ReduceSum(single, t0, t1, count);
          variance += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      variance /= static_cast<float>(loops.inner * loops.length);
      float rsqrt_value = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0, variance, count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          const float weight_value =
              opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(1, outer, inner, 0)));
          const float bias_value =
              opgen::npu::AsNumber<float>(biasGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
          LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
          const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Wide(5));
          Adds(t0, x, -average, count);
          Muls(t0, t0, rsqrt_value, count);
          Muls(t0, t0, weight_value, count);
          Adds(y, t0, bias_value, count);
          opgen::npu::Narrow(yTile, y, count);
          yQueue_.EnQue(yTile);
          xQueue_.FreeTensor(xTile);
          CopyOut(yQueue_, yGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float running_mean_value =
            opgen::npu::AsNumber<float>(running_meanGlobal_.GetValue(loops.At(4, outer, 0, 0)));
        LocalTensor<T> new_meanTile = new_meanQueue_.template AllocTensor<T>();
        const LocalTensor<float> new_mean = opgen::npu::Target<float>(new_meanTile, Wide(6));
        Duplicate(t0, running_mean_value, count);
        Muls(t0, t0, tiling_->scalar, count);
        Duplicate(t1, average, count);
        Muls(t1, t1, tiling_->momentum_value, count);
        Add(new_mean, t0, t1, count);
        opgen::npu::Narrow(new_meanTile, new_mean, count);
        new_meanQueue_.EnQue(new_meanTile);
        CopyOut(new_meanQueue_, new_meanGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector,
                count);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float running_var_value =
            opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(6, outer, 0, 0)));
        LocalTensor<T> new_varTile = new_varQueue_.template AllocTensor<T>();
        const LocalTensor<float> new_var = opgen::npu::Target<float>(new_varTile, Wide(7));
        Duplicate(t0, running_var_value, count);
        Muls(t0, t0, tiling_->scalar, count);
        Duplicate(t1, variance, count);
        Muls(t1, t1, tiling_->momentum_value, count);
        Muls(t1, t1, tiling_->scalar_2, count);
        Duplicate(t2, tiling_->scalar_3, count);
        Div(t1, t1, t2, count);
        Add(new_var, t0, t1, count);
        opgen::npu::Narrow(new_varTile, new_var, count);
        new_varQueue_.EnQue(new_varTile);
        CopyOut(new_varQueue_, new_varGlobal_, loops.At(7, outer, 0, at), loops.strides[7].vector,
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
  static constexpr uint32_t kPlaces = kIsWide ? 11 : 3;

  const ZooBatchNormTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TQue<TPosition::VECOUT, 2> new_meanQueue_;
  TQue<TPosition::VECOUT, 2> new_varQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> running_meanGlobal_;
  GlobalTensor<T> running_varGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> new_meanGlobal_;
  GlobalTensor<T> new_varGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm(GM_ADDR x, GM_ADDR weight, GM_ADDR bias,
                                                     GM_ADDR running_mean, GM_ADDR running_var,
                                                     GM_ADDR y, GM_ADDR new_mean, GM_ADDR new_var,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNorm<DTYPE_X> kernel;
  kernel.Init(x, weight, bias, running_mean, running_var, y, new_mean, new_var, data, pipe);
  kernel.Process();
}
