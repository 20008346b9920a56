// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_inference_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of batch_norm_inference_grad
template <typename T>
class KernelZooBatchNormInferenceGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR ddrunning_mean,
                              GM_ADDR ddrunning_var, GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
                              GM_ADDR running_mean, GM_ADDR running_var, GM_ADDR gdy, GM_ADDR gx,
                              GM_ADDR gweight, GM_ADDR grunning_mean, GM_ADDR grunning_var,
                              const ZooBatchNormInferenceGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    ddrunning_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddrunning_mean));
    ddrunning_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddrunning_var));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    running_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_mean));
    running_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(running_var));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gweight));
    grunning_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(grunning_mean));
    grunning_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(grunning_var));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gweightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(grunning_meanQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(grunning_varQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
  }

 private:
  // gdy, gx: blocks take the work in turn.
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
             opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(8, outer, 0, 0))),
             count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      float d_sum_n_h_w = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(6, outer, 0, 0))),
                  count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(ddrunning_varGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t1, t1, t1, count);
        Mul(t0, t0, t1, count);
        Muls(t0, t0, 0.5f, count);
        Muls(t0, t0, -1.0f, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(ddweightGlobal_.GetValue(loops.At(1, outer, 0, 0))),
             count);
        Muls(t0, t0, rsqrt_value, count);
        d_sum_n_h_w = opgen::npu::First(t0);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        const float ddbias_value =
            opgen::npu::AsNumber<float>(ddbiasGlobal_.GetValue(loops.At(2, outer, 0, 0)));
        const float running_mean_value =
            opgen::npu::AsNumber<float>(running_meanGlobal_.GetValue(loops.At(7, outer, 0, 0)));
        const float weight_value =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(6, outer, 0, 0)));
        const float ddrunning_mean_value =
            opgen::npu::AsNumber<float>(ddrunning_meanGlobal_.GetValue(loops.At(3, outer, 0, 0)));
        CopyIn(xQueue_, xGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
        CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, 0, at), loops.strides[0].vector, count);
        LocalTensor<T> xTile = xQueue_.template DeQue<T>();
        const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(6), count);
        LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
        const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
        LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(10));
        Adds(t0, x, -running_mean_value, count);
        Muls(t0, t0, d_sum_n_h_w, count);
        Adds(t0, t0, ddbias_value, count);
        Muls(t1, ddx, rsqrt_value, count);
        Muls(t1, t1, weight_value, count);
        Add(t0, t0, t1, count);
        Duplicate(t1, weight_value, count);
        Muls(t1, t1, ddrunning_mean_value, count);
        Muls(t1, t1, rsqrt_value, count);
        Sub(gdy, t0, t1, count);
        opgen::npu::Narrow(gdyTile, gdy, count);
        gdyQueue_.EnQue(gdyTile);
        xQueue_.FreeTensor(xTile);
        ddxQueue_.FreeTensor(ddxTile);
        CopyOut(gdyQueue_, gdyGlobal_, loops.At(9, outer, 0, at), loops.strides[9].vector, count);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(dyQueue_, dyGlobal_, loops.At(10, outer, 0, at), loops.strides[10].vector, count);
        LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
        const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
        LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
        const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(11));
        Muls(gx, dy, d_sum_n_h_w, count);
        opgen::npu::Narrow(gxTile, gx, count);
        gxQueue_.EnQue(gxTile);
        dyQueue_.FreeTensor(dyTile);
        CopyOut(gxQueue_, gxGlobal_, loops.At(11, outer, 0, at), loops.strides[11].vector, count);
      }
    }
  }

  // gweight, grunning_mean, grunning_var: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float rsqrt_value_2 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(running_varGlobal_.GetValue(loops.At(6, outer, 0, 0))),
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
          const float running_mean_value_2 = opgen::npu::AsNumber<float>(
              running_meanGlobal_.GetValue(loops.At(5, outer, inner, 0)));
          CopyIn(dyQueue_, dyGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(4, outer, inner, at), loops.strides[4].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(6), count);
          Adds(t0, x, -running_mean_value_2, count);
          Mul(t0, dy, t0, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
      }
      float sum_n_h_w_2 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          ReduceSum(single, dy, t0, count);
          sum_n_h_w_2 += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
        }
      }
      float sum_n_h_w_3 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(dyQueue_, dyGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                 count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          Mul(t0, ddx, dy, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w_3 += opgen::npu::First(single);
          ddxQueue_.FreeTensor(ddxTile);
          dyQueue_.FreeTensor(dyTile);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float ddrunning_var_value =
            opgen::npu::AsNumber<float>(ddrunning_varGlobal_.GetValue(loops.At(2, outer, 0, 0)));
        const float ddrunning_mean_value_2 =
            opgen::npu::AsNumber<float>(ddrunning_meanGlobal_.GetValue(loops.At(1, outer, 0, 0)));
        LocalTensor<T> gweightTile = gweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> gweight = opgen::npu::Target<float>(gweightTile, Wide(12));
        Duplicate(t0, sum_n_h_w, count);
        Muls(t0, t0, ddrunning_var_value, count);
        Duplicate(t1, rsqrt_value_2, count);
        Mul(t1, t1, t1, count);
        Mul(t0, t0, t1, count);
        Muls(t0, t0, 0.5f, count);
        Muls(t0, t0, -1.0f, count);
        Adds(t0, t0, sum_n_h_w_3, count);
        Duplicate(t1, sum_n_h_w_2, count);
        Muls(t1, t1, ddrunning_mean_value_2, count);
        Sub(t0, t0, t1, count);
        Muls(gweight, t0, rsqrt_value_2, count);
        opgen::npu::Narrow(gweightTile, gweight, count);
        gweightQueue_.EnQue(gweightTile);
        CopyOut(gweightQueue_, gweightGlobal_, loops.At(7, outer, 0, at), loops.strides[7].vector,
                count);
      }
      float d_sum_n_h_w_2 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(9, outer, 0, 0))),
                  count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(ddrunning_varGlobal_.GetValue(loops.At(2, outer, 0, 0))),
             count);
        Duplicate(t1, rsqrt_value_2, count);
        Mul(t1, t1, t1, count);
        Mul(t0, t0, t1, count);
        Muls(t0, t0, 0.5f, count);
        Muls(t0, t0, -1.0f, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(ddweightGlobal_.GetValue(loops.At(8, outer, 0, 0))),
             count);
        Muls(t0, t0, rsqrt_value_2, count);
        d_sum_n_h_w_2 = opgen::npu::First(t0);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> grunning_meanTile = grunning_meanQueue_.template AllocTensor<T>();
        const LocalTensor<float> grunning_mean =
            opgen::npu::Target<float>(grunning_meanTile, Wide(13));
        Duplicate(t0, sum_n_h_w_2, count);
        Muls(t0, t0, d_sum_n_h_w_2, count);
        Muls(grunning_mean, t0, -1.0f, count);
        opgen::npu::Narrow(grunning_meanTile, grunning_mean, count);
        grunning_meanQueue_.EnQue(grunning_meanTile);
        CopyOut(grunning_meanQueue_, grunning_meanGlobal_, loops.At(10, outer, 0, at),
                loops.strides[10].vector, count);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float ddweight_value =
            opgen::npu::AsNumber<float>(ddweightGlobal_.GetValue(loops.At(8, outer, 0, 0)));
        const float weight_value_2 =
            opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(9, outer, 0, 0)));
        const float ddrunning_var_value_2 =
            opgen::npu::AsNumber<float>(ddrunning_varGlobal_.GetValue(loops.At(2, outer, 0, 0)));
        const float ddrunning_mean_value_3 =
            opgen::npu::AsNumber<float>(ddrunning_meanGlobal_.GetValue(loops.At(1, outer, 0, 0)));
        LocalTensor<T> grunning_varTile = grunning_varQueue_.template AllocTensor<T>();
        const LocalTensor<float> grunning_var =
            opgen::npu::Target<float>(grunning_varTile, Wide(14));
        Duplicate(t0, sum_n_h_w, count);
        Muls(t0, t0, ddweight_value, count);
        Duplicate(t1, sum_n_h_w_3, count);
        Muls(t1, t1, weight_value_2, count);
        Add(t0, t0, t1, count);
        Duplicate(t1, ddrunning_var_value_2, count);
        Muls(t1, t1, 1.5f, count);
        Muls(t1, t1, sum_n_h_w, count);
        Muls(t1, t1, weight_value_2, count);
        Duplicate(t2, rsqrt_value_2, count);
        Mul(t2, t2, t2, count);
        Mul(t1, t1, t2, count);
        Sub(t0, t0, t1, count);
        Duplicate(t1, sum_n_h_w_2, count);
        Muls(t1, t1, ddrunning_mean_value_3, count);
        Muls(t1, t1, weight_value_2, count);
        Sub(t0, t0, t1, count);
        Duplicate(t1, rsqrt_value_2, count);
        Mul(t2, t1, t1, count);
        Mul(t1, t2, t1, count);
        Mul(t0, t0, t1, count);
        Muls(t0, t0, -1.0f, count);
        Muls(grunning_var, t0, 0.5f, count);
        opgen::npu::Narrow(grunning_varTile, grunning_var, count);
        grunning_varQueue_.EnQue(grunning_varTile);
        CopyOut(grunning_varQueue_, grunning_varGlobal_, loops.At(11, outer, 0, at),
                loops.strides[11].vector, count);
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
  static constexpr uint32_t kPlaces = kIsWide ? 18 : 3;

  const ZooBatchNormInferenceGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gweightQueue_;
  TQue<TPosition::VECOUT, 2> grunning_meanQueue_;
  TQue<TPosition::VECOUT, 2> grunning_varQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> ddrunning_meanGlobal_;
  GlobalTensor<T> ddrunning_varGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> running_meanGlobal_;
  GlobalTensor<T> running_varGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gweightGlobal_;
  GlobalTensor<T> grunning_meanGlobal_;
  GlobalTensor<T> grunning_varGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm_inference_grad_grad(
    GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR ddrunning_mean, GM_ADDR ddrunning_var,
    GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR running_mean, GM_ADDR running_var, GM_ADDR gdy,
    GM_ADDR gx, GM_ADDR gweight, GM_ADDR grunning_mean, GM_ADDR grunning_var, GM_ADDR workspace,
    GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormInferenceGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNormInferenceGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, ddrunning_mean, ddrunning_var, dy, x, weight, running_mean, running_var, gdy, gx, gweight, grunning_mean, grunning_var, data, pipe);
  kernel.Process();
}
