// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_inference_grad_tiling.h"

using namespace AscendC;

// Gradient of batch_norm_inference
template <typename T>
class KernelZooBatchNormInferenceGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR running_mean,
                              GM_ADDR running_var, GM_ADDR dx, GM_ADDR dweight, GM_ADDR dbias,
                              GM_ADDR drunning_mean, GM_ADDR drunning_var,
                              const ZooBatchNormInferenceGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    running_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_mean));
    running_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_var));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dweight));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
    drunning_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(drunning_mean));
    drunning_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(drunning_var));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dweightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dbiasQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(drunning_meanQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(drunning_varQueue_, 2, tiling_->tile * sizeof(T));
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
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float rsqrt_value = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(2, outer, 0, 0))),
             count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        const float weight_value =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(1, outer, 0, 0)));
        CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
        LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
        const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(5));
        Muls(t0, dy, weight_value, count);
        Muls(dx, t0, rsqrt_value, count);
        opgen::npu::Narrow(dxTile, dx, count);
        dxQueue_.EnQue(dxTile);
        dyQueue_.FreeTensor(dyTile);
        CopyOut(dxQueue_, dxGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector, count);
      }
    }
  }

  // dweight, dbias, drunning_mean, drunning_var: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float rsqrt_value_2 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(3, outer, 0, 0))),
             count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value_2 = opgen::npu::First(t0);
      }
      float sum_n_h_w = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          const float running_mean_value = opgen::npu::AsNumber<float>(
              running_meanGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
          Adds(t0, x, -running_mean_value, count);
          Mul(t0, dy, t0, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> dweightTile = dweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> dweight = opgen::npu::Target<float>(dweightTile, Wide(6));
        Duplicate(t0, sum_n_h_w, count);
        Muls(dweight, t0, rsqrt_value_2, count);
        opgen::npu::Narrow(dweightTile, dweight, count);
        dweightQueue_.EnQue(dweightTile);
        CopyOut(dweightQueue_, dweightGlobal_, loops.At(4, outer, 0, at), loops.strides[4].vector,
                count);
      }
      float sum_n_h_w_2 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          ReduceSum(single, dy, t0, count);
          sum_n_h_w_2 += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
        const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(7));
        Duplicate(dbias, sum_n_h_w_2, count);
        opgen::npu::Narrow(dbiasTile, dbias, count);
        dbiasQueue_.EnQue(dbiasTile);
        CopyOut(dbiasQueue_, dbiasGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector,
                count);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float weight_value_2 =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(6, outer, 0, 0)));
        LocalTensor<T> drunning_meanTile = drunning_meanQueue_.template AllocTensor<T>();
        const LocalTensor<float> drunning_mean =
            opgen::npu::Target<float>(drunning_meanTile, Wide(8));
        Duplicate(t0, rsqrt_value_2, count);
        Muls(t0, t0, weight_value_2, count);
        Muls(t0, t0, sum_n_h_w_2, count);
        Muls(drunning_mean, t0, -1.0f, count);
        opgen::npu::Narrow(drunning_meanTile, drunning_mean, count);
        drunning_meanQueue_.EnQue(drunning_meanTile);
        CopyOut(drunning_meanQueue_, drunning_meanGlobal_, loops.At(7, outer, 0, at),
                loops.strides[7].vector, count);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float weight_value_3 =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(6, outer, 0, 0)));
        LocalTensor<T> drunning_varTile = drunning_varQueue_.template AllocTensor<T>();
        const LocalTensor<float> drunning_var =
            opgen::npu::Target<float>(drunning_varTile, Wide(9));
        Duplicate(t0, rsqrt_value_2, count);
        Mul(t1, t0, t0, count);
        Mul(t0, t1, t0, count);
        Muls(t0, t0, weight_value_3, count);
        Muls(t0, t0, sum_n_h_w, count);
        Muls(t0, t0, -1.0f, count);
        Muls(drunning_var, t0, 0.5f, count);
        opgen::npu::Narrow(drunning_varTile, drunning_var, count);
        drunning_varQueue_.EnQue(drunning_varTile);
        CopyOut(drunning_varQueue_, drunning_varGlobal_, loops.At(8, outer, 0, at),
                loops.strides[8].vector, count);
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
  static constexpr uint32_t kPlaces = kIsWide ? 12 : 2;

  const ZooBatchNormInferenceGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TQue<TPosition::VECOUT, 2> dweightQueue_;
  TQue<TPosition::VECOUT, 2> dbiasQueue_;
  TQue<TPosition::VECOUT, 2> drunning_meanQueue_;
  TQue<TPosition::VECOUT, 2> drunning_varQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> running_meanGlobal_;
  GlobalTensor<T> running_varGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dweightGlobal_;
  GlobalTensor<T> dbiasGlobal_;
  GlobalTensor<T> drunning_meanGlobal_;
  GlobalTensor<T> drunning_varGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm_inference_grad(
    GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR running_mean, GM_ADDR running_var, GM_ADDR dx,
    GM_ADDR dweight, GM_ADDR dbias, GM_ADDR drunning_mean, GM_ADDR drunning_var, GM_ADDR workspace,
    GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormInferenceGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNormInferenceGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, running_mean, running_var, dx, dweight, dbias, drunning_mean, drunning_var, data, pipe);
  kernel.Process();
}
