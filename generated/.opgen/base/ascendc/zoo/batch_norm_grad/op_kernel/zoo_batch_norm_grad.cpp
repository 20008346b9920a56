// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_batch_norm_grad_tiling.h"

using namespace AscendC;

// Gradient of batch_norm
template <typename T>
class KernelZooBatchNormGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR dnew_mean, GM_ADDR dnew_var, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight, GM_ADDR dbias,
                              GM_ADDR drunning_mean, GM_ADDR drunning_var,
                              const ZooBatchNormGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    dnew_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dnew_mean));
    dnew_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dnew_var));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dweight));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
    drunning_meanGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(drunning_mean));
    drunning_varGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(drunning_var));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dnew_meanQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dnew_varQueue_, 2, tiling_->tile * sizeof(T));
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
    Compute2();
  }

 private:
  // dx, dweight: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
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
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
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
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
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
      float sum_n_h_w = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
          Adds(t0, x, -average, count);
          Mul(t0, dy, t0, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
      }
      float invariant = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->scalar, count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(dnew_varGlobal_.GetValue(loops.At(2, outer, 0, 0))),
             count);
        Muls(t0, t0, tiling_->momentum_value, count);
        Duplicate(t1, tiling_->scalar_2, count);
        Div(t0, t0, t1, count);
        Duplicate(t1, rsqrt_value, count);
        Mul(t2, t1, t1, count);
        Mul(t1, t2, t1, count);
        Muls(t1, t1, opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, 0, 0))),
             count);
        Muls(t1, t1, sum_n_h_w, count);
        Muls(t1, t1, 0.5f, count);
        Sub(t0, t0, t1, count);
        Muls(t0, t0, 2.0f, count);
        invariant = opgen::npu::First(t0);
      }
      float sum_n_h_w_2 = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          const float weight_value =
              opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, inner, 0)));
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
          Muls(t0, dy, weight_value, count);
          Muls(t0, t0, rsqrt_value, count);
          Adds(t1, x, -average, count);
          Muls(t1, t1, invariant, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Add(t0, t0, t1, count);
          ReduceSum(single, t0, t1, count);
          sum_n_h_w_2 += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
      }
      float invariant_2 = 0;
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        Duplicate(t0, tiling_->momentum_value, count);
        Muls(t0, t0,
             opgen::npu::AsNumber<float>(dnew_meanGlobal_.GetValue(loops.At(1, outer, 0, 0))),
             count);
        Adds(t0, t0, -sum_n_h_w_2, count);
        Duplicate(t1, tiling_->scalar, count);
        Div(t0, t0, t1, count);
        invariant_2 = opgen::npu::First(t0);
      }
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          const float weight_value_2 =
              opgen::npu::AsNumber<float>(weightGlobal_.GetValue(loops.At(4, outer, inner, 0)));
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(3), count);
          LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
          const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(5));
          Muls(t0, dy, weight_value_2, count);
          Muls(t0, t0, rsqrt_value, count);
          Adds(t1, x, -average, count);
          Muls(t1, t1, invariant, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Add(t0, t0, t1, count);
          Adds(dx, t0, invariant_2, count);
          opgen::npu::Narrow(dxTile, dx, count);
          dxQueue_.EnQue(dxTile);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
          CopyOut(dxQueue_, dxGlobal_, loops.At(5, outer, inner, at), loops.strides[5].vector,
                  count);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> dweightTile = dweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> dweight = opgen::npu::Target<float>(dweightTile, Wide(6));
        Duplicate(t0, sum_n_h_w, count);
        Muls(dweight, t0, rsqrt_value, count);
        opgen::npu::Narrow(dweightTile, dweight, count);
        dweightQueue_.EnQue(dweightTile);
        CopyOut(dweightQueue_, dweightGlobal_, loops.At(6, outer, 0, at), loops.strides[6].vector,
                count);
      }
    }
  }

  // dbias: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      float dbias_sum = 0;
      for (uint64_t inner = 0; inner < loops.inner; ++inner) {
        for (uint64_t at = 0; at < loops.length; at += tile) {
          const uint32_t count = opgen::npu::Count(at, loops.length, tile);
          CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
          ReduceSum(single, dy, t0, count);
          dbias_sum += opgen::npu::First(single);
          dyQueue_.FreeTensor(dyTile);
        }
      }
      {
        [[maybe_unused]] const uint64_t at = 0;
        const uint32_t count = 1;
        LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
        const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(7));
        Duplicate(dbias, dbias_sum, count);
        opgen::npu::Narrow(dbiasTile, dbias, count);
        dbiasQueue_.EnQue(dbiasTile);
        CopyOut(dbiasQueue_, dbiasGlobal_, loops.At(1, outer, 0, at), loops.strides[1].vector,
                count);
      }
    }
  }

  // drunning_mean, drunning_var: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(dnew_meanQueue_, dnew_meanGlobal_, loops.At(0, outer, 0, at),
               loops.strides[0].vector, count);
        LocalTensor<T> dnew_meanTile = dnew_meanQueue_.template DeQue<T>();
        const LocalTensor<float> dnew_mean =
            opgen::npu::Widened<float>(dnew_meanTile, Wide(1), count);
        LocalTensor<T> drunning_meanTile = drunning_meanQueue_.template AllocTensor<T>();
        const LocalTensor<float> drunning_mean =
            opgen::npu::Target<float>(drunning_meanTile, Wide(8));
        Muls(drunning_mean, dnew_mean, tiling_->scalar_3, count);
        opgen::npu::Narrow(drunning_meanTile, drunning_mean, count);
        drunning_meanQueue_.EnQue(drunning_meanTile);
        dnew_meanQueue_.FreeTensor(dnew_meanTile);
        CopyOut(drunning_meanQueue_, drunning_meanGlobal_, loops.At(1, outer, 0, at),
                loops.strides[1].vector, count);
      }
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        CopyIn(dnew_varQueue_, dnew_varGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
               count);
        LocalTensor<T> dnew_varTile = dnew_varQueue_.template DeQue<T>();
        const LocalTensor<float> dnew_var =
            opgen::npu::Widened<float>(dnew_varTile, Wide(2), count);
        LocalTensor<T> drunning_varTile = drunning_varQueue_.template AllocTensor<T>();
        const LocalTensor<float> drunning_var =
            opgen::npu::Target<float>(drunning_varTile, Wide(9));
        Muls(drunning_var, dnew_var, tiling_->scalar_3, count);
        opgen::npu::Narrow(drunning_varTile, drunning_var, count);
        drunning_varQueue_.EnQue(drunning_varTile);
        dnew_varQueue_.FreeTensor(dnew_varTile);
        CopyOut(drunning_varQueue_, drunning_varGlobal_, loops.At(3, outer, 0, at),
                loops.strides[3].vector, count);
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
  static constexpr uint32_t kPlaces = kIsWide ? 13 : 3;

  const ZooBatchNormGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> dnew_meanQueue_;
  TQue<TPosition::VECIN, 2> dnew_varQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TQue<TPosition::VECOUT, 2> dweightQueue_;
  TQue<TPosition::VECOUT, 2> dbiasQueue_;
  TQue<TPosition::VECOUT, 2> drunning_meanQueue_;
  TQue<TPosition::VECOUT, 2> drunning_varQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dnew_meanGlobal_;
  GlobalTensor<T> dnew_varGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dweightGlobal_;
  GlobalTensor<T> dbiasGlobal_;
  GlobalTensor<T> drunning_meanGlobal_;
  GlobalTensor<T> drunning_varGlobal_;
};

extern "C" __global__ __aicore__ void zoo_batch_norm_grad(
    GM_ADDR dy, GM_ADDR dnew_mean, GM_ADDR dnew_var, GM_ADDR x, GM_ADDR weight, GM_ADDR dx,
    GM_ADDR dweight, GM_ADDR dbias, GM_ADDR drunning_mean, GM_ADDR drunning_var, GM_ADDR workspace,
    GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooBatchNormGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooBatchNormGrad<DTYPE_DY> kernel;
  kernel.Init(dy, dnew_mean, dnew_var, x, weight, dx, dweight, dbias, drunning_mean, drunning_var, data, pipe);
  kernel.Process();
}
