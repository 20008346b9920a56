// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of batch_norm_grad
template <typename T>
class KernelZooBatchNormGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR ddrunning_mean,
                              GM_ADDR ddrunning_var, GM_ADDR dy, GM_ADDR dnew_var, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR gdy, GM_ADDR gdnew_mean, GM_ADDR gdnew_var,
                              GM_ADDR gx, GM_ADDR gweight,
                              const ZooBatchNormGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    ddrunning_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddrunning_mean));
    ddrunning_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddrunning_var));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    dnew_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dnew_var));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gdnew_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdnew_mean));
    gdnew_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdnew_var));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gweight));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdnew_meanQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdnew_varQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gweightQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute();
  }

 private:
  // gdy, gdnew_mean, gdnew_var, gx, gweight: blocks take the work in turn.
  __aicore__ inline void Compute() {
    const auto& loops = tiling_->loops;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float mean_n_h_w = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          ReduceSum(single, x, t0, count);
          mean_n_h_w += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      mean_n_h_w /= static_cast<float>(loops.inner * loops.length);
      float mean_n_h_w_2 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          Adds(t0, x, -mean_n_h_w, count);
          Mul(t0, t0, t0, count);
          ReduceSum(single, t0, t1, count);
          mean_n_h_w_2 += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
        }
      }
      mean_n_h_w_2 /= static_cast<float>(loops.inner * loops.length);
      float rsqrt_value = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->eps_value, count);
        Adds(t0, t0, mean_n_h_w_2, count);
        Sqrt(t0, t0, count);
        Duplicate(t1, 1.0f, count);
        Div(t0, t1, t0, count);
        rsqrt_value = opgen::npu::First(t0);
      }
      float sum_n_h_w_4 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          ReduceSum(single, ddx, t0, count);
          sum_n_h_w_4 += opgen::npu::First(single);
          ddxQueue_.FreeTensor(ddxTile);
        }
      }
      float invariant = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, sum_n_h_w_4, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        invariant = opgen::npu::First(t0);
      }
      float sum_n_h_w_2 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Adds(t0, ddx, -invariant, count);
          Adds(t1, x, -mean_n_h_w, count);
          Mul(t0, t0, t1, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w_2 += opgen::npu::First(single);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
      }
      float d_sum_n_h_w = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, rsqrt_value, count);
        Mul(t0, t0, t0, count);
        Muls(t0, t0, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Muls(t0, t0, sum_n_h_w_2, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        Muls(t0, t0, -1.0f, count);
        Adds(t0, t0,
             opgen::npu::AsNumber<float>(ddweightGlobal_.GetValue(loops.At(1, outer, 0, 0))),
             count);
        Muls(t0, t0, rsqrt_value, count);
        d_sum_n_h_w = opgen::npu::First(t0);
      }
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          const float ddbias_value =
              opgen::npu::AsNumber<float>(ddbiasGlobal_.GetValue(loops.At(2, outer, inner, 0)));
          const float weight_value =
              opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, inner, 0)));
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(9));
          Adds(t0, ddx, -invariant, count);
          Muls(t0, t0, rsqrt_value, count);
          Muls(t0, t0, weight_value, count);
          Adds(t0, t0, ddbias_value, count);
          Adds(t1, x, -mean_n_h_w, count);
          Muls(t1, t1, d_sum_n_h_w, count);
          Add(gdy, t0, t1, count);
          opgen::npu::Narrow(gdyTile, gdy, count);
          gdyQueue_.EnQue(gdyTile);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
          CopyOut(gdyQueue_, gdyGlobal_, loops.At(5, outer, inner, at), loops.strides[5].vector,
                  count);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float ddrunning_mean_value =
            opgen::npu::AsNumber<float>(ddrunning_meanGlobal_.GetValue(loops.At(6, outer, 0, 0)));
        LocalTensor<T> gdnew_meanTile = gdnew_meanQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdnew_mean = opgen::npu::Target<float>(gdnew_meanTile, Wide(10));
        Duplicate(t0, tiling_->scalar_2, count);
        Muls(t0, t0, ddrunning_mean_value, count);
        Duplicate(t1, sum_n_h_w_4, count);
        Muls(t1, t1, tiling_->momentum_value, count);
        Duplicate(t2, tiling_->scalar, count);
        Div(t1, t1, t2, count);
        Add(gdnew_mean, t0, t1, count);
        opgen::npu::Narrow(gdnew_meanTile, gdnew_mean, count);
        gdnew_meanQueue_.EnQue(gdnew_meanTile);
        CopyOut(gdnew_meanQueue_, gdnew_meanGlobal_, loops.At(7, outer, 0, at),
                loops.strides[7].vector, count);
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        const float ddrunning_var_value =
            opgen::npu::AsNumber<float>(ddrunning_varGlobal_.GetValue(loops.At(8, outer, 0, 0)));
        LocalTensor<T> gdnew_varTile = gdnew_varQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdnew_var = opgen::npu::Target<float>(gdnew_varTile, Wide(11));
        Duplicate(t0, tiling_->scalar_2, count);
        Muls(t0, t0, ddrunning_var_value, count);
        Duplicate(t1, sum_n_h_w_2, count);
        Muls(t1, t1, tiling_->scalar_3, count);
        Duplicate(t2, tiling_->scalar_4, count);
        Div(t1, t1, t2, count);
        Add(gdnew_var, t0, t1, count);
        opgen::npu::Narrow(gdnew_varTile, gdnew_var, count);
        gdnew_varQueue_.EnQue(gdnew_varTile);
        CopyOut(gdnew_varQueue_, gdnew_varGlobal_, loops.At(9, outer, 0, at),
                loops.strides[9].vector, count);
      }
      float sum_n_h_w = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(10, outer, inner, at), loops.strides[10].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          Adds(t0, x, -mean_n_h_w, count);
          Mul(t0, dy, t0, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
      }
      float sum_n_h_w_3 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(10, outer, inner, at), loops.strides[10].vector,
                 count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Adds(t0, ddx, -invariant, count);
          Mul(t0, t0, dy, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w_3 += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
      }
      float invariant_2 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->scalar, count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(dnew_varGlobal_.GetValue(loops.At(11, outer, 0, 0))),
             count);
        Muls(t0, t0, tiling_->momentum_value, count);
        Duplicate(t1, tiling_->scalar_5, count);
        Div(t0, t0, t1, count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t2, t1, t1, count);
        Mul(t1, t2, t1, count);
        Muls(t1, t1, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Muls(t1, t1, sum_n_h_w, count);
        Muls(t1, t1, 0.5f, count);
        Sub(t0, t0, t1, count);
        invariant_2 = opgen::npu::First(t0);
      }
      float invariant_3 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, sum_n_h_w, count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(ddweightGlobal_.GetValue(loops.At(1, outer, 0, 0))),
             count);
        Duplicate(t1, sum_n_h_w_3, count);
        Muls(t1, t1, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Add(t0, t0, t1, count);
        Duplicate(t1, sum_n_h_w, count);
        Muls(t1, t1, 3.0f, count);
        Muls(t1, t1, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Duplicate(t2, rsqrt_value, count);
        Mul(t2, t2, t2, count);
        Mul(t1, t1, t2, count);
        Muls(t1, t1, sum_n_h_w_2, count);
        Duplicate(t2, tiling_->scalar, count);
        Div(t1, t1, t2, count);
        Sub(t0, t0, t1, count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t2, t1, t1, count);
        Mul(t1, t2, t1, count);
        Mul(t0, t0, t1, count);
        invariant_3 = opgen::npu::First(t0);
      }
      float sum_n_h_w_5 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(10, outer, inner, at), loops.strides[10].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Adds(t0, ddx, -invariant, count);
          Muls(t0, t0, 2.0f, count);
          Muls(t0, t0, invariant_2, count);
          Duplicate(t1, tiling_->scalar, count);
          Div(t0, t0, t1, count);
          Muls(t1, dy, d_sum_n_h_w, count);
          Add(t0, t0, t1, count);
          Adds(t1, x, -mean_n_h_w, count);
          Muls(t1, t1, invariant_3, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Sub(t0, t0, t1, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w_5 += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
      }
      float invariant_4 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, sum_n_h_w_5, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        invariant_4 = opgen::npu::First(t0);
      }
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(10, outer, inner, at), loops.strides[10].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(7), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
          const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(12));
          Adds(t0, ddx, -invariant, count);
          Muls(t0, t0, 2.0f, count);
          Muls(t0, t0, invariant_2, count);
          Duplicate(t1, tiling_->scalar, count);
          Div(t0, t0, t1, count);
          Muls(t1, dy, d_sum_n_h_w, count);
          Add(t0, t0, t1, count);
          Adds(t1, x, -mean_n_h_w, count);
          Muls(t1, t1, invariant_3, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Sub(t0, t0, t1, count);
          Adds(gx, t0, -invariant_4, count);
          opgen::npu::Narrow(gxTile, gx, count);
          gxQueue_.EnQue(gxTile);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
          CopyOut(gxQueue_, gxGlobal_, loops.At(12, outer, inner, at), loops.strides[12].vector,
                  count);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> gweightTile = gweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> gweight = opgen::npu::Target<float>(gweightTile, Wide(13));
        Duplicate(t0, rsqrt_value, count);
        Mul(t0, t0, t0, count);
        Muls(t0, t0, sum_n_h_w, count);
        Muls(t0, t0, sum_n_h_w_2, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        Muls(t0, t0, -1.0f, count);
        Adds(t0, t0, sum_n_h_w_3, count);
        Muls(gweight, t0, rsqrt_value, count);
        opgen::npu::Narrow(gweightTile, gweight, count);
        gweightQueue_.EnQue(gweightTile);
        CopyOut(gweightQueue_, gweightGlobal_, loops.At(13, outer, 0, at), loops.strides[13].vector,
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
  static constexpr uint32_t kPlaces = kIsWide ? 17 : 3;

  const ZooBatchNormGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gdnew_meanQueue_;
  TQue<TPosition::VECOUT, 2> gdnew_varQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gweightQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> ddrunning_meanGlobal_;
  GlobalTensor<T> ddrunning_varGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dnew_varGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gdnew_meanGlobal_;
  GlobalTensor<T> gdnew_varGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gweightGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm_grad_grad(
    GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR ddrunning_mean, GM_ADDR ddrunning_var,
    GM_ADDR dy, GM_ADDR dnew_var, GM_ADDR x, GM_ADDR weight, GM_ADDR gdy, GM_ADDR gdnew_mean,
    GM_ADDR gdnew_var, GM_ADDR gx, GM_ADDR gweight, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNormGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, ddrunning_mean, ddrunning_var, dy, dnew_var, x, weight, gdy, gdnew_mean, gdnew_var, gx, gweight, data, pipe);
  kernel.Process();
}
