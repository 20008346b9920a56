// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_inference_tiling.h"

using namespace AscendC;

// Normalization of each channel by running statistics
template <typename T>
class KernelZooBatchNormInference {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR weight, GM_ADDR bias, GM_ADDR running_mean,
                              GM_ADDR running_var, GM_ADDR y,
                              const ZooBatchNormInferenceTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    running_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_mean));
    running_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_var));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
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
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float rsqrt_value = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        const float running_mean_value =
            opgen::npu::AsNumber<float>(running_meanGlobal_.GetValue(loops.At(3, outer, 0, 0)));
        const float weight_value =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(1, outer, 0, 0)));
        const float bias_value =
            opgen::npu::AsNumber<float>(biasGlobal_.GetValue(loops.At(2, outer, 0, 0)));
        CopyIn(xQueue_, xGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(0), count);
        LocalTensor<T> yTile = yQueue_.template AllocTensor<T>();
        const LocalTensor<float> y = opgen::npu::Target<float>(yTile, Wide(5));
        Adds(t0, x, -running_mean_value, count);
        Muls(t0, t0, rsqrt_value, count);
        Muls(t0, t0, weight_value, count);
        Adds(y, t0, bias_value, count);
        opgen::npu::Narrow(yTile, y, count);
        yQueue_.EnQue(yTile);
        xQueue_.FreeTensor(xTile);
        CopyOut(yQueue_, yGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
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
  static constexpr uint32_t kPlaces = kIsWide ? 8 : 2;

  const ZooBatchNormInferenceTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> running_meanGlobal_;
  GlobalTensor<T> running_varGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm_inference(GM_ADDR x, GM_ADDR weight,
                                                               GM_ADDR bias, GM_ADDR running_mean,
                                                               GM_ADDR running_var, GM_ADDR y,
                                                               GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormInferenceTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNormInference<DTYPE_X> kernel;
  kernel.Init(x, weight, bias, running_mean, running_var, y, data, pipe);
  kernel.Process();
}
