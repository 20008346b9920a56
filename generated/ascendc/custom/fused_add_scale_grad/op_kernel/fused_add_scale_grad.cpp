// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "fused_add_scale_grad_tiling.h"

using namespace AscendC;

// Gradients of fused_add_scale, each summed to the shape of its operand
template <typename T>
class KernelFusedAddScaleGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR bias, GM_ADDR scale, GM_ADDR dx,
                              GM_ADDR dbias, GM_ADDR dscale,
                              const FusedAddScaleGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    scaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(scale));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
    dscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dscale));
    pipe_->InitBuffer(dyQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(biasQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(scaleQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(dxQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(dbiasQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(dscaleQueue_, 2, tiling.tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling.tile * sizeof(float));
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
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[2].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(3), count);
            Mul(t0, dy, scale, count);
            Add(sum, sum, t0, count);
            dyQueue_.FreeTensor(dyTile);
            scaleQueue_.FreeTensor(scaleTile);
          }
          LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
          const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(4));
          Muls(dx, sum, 1.0f, count);
          opgen::npu::Narrow(dxTile, dx, count);
          dxQueue_.EnQue(dxTile);
          CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
        }
      }
      if (loops.strides[2].vector == 0) {
        float dx_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(3), count);
            Mul(t0, dy, scale, count);
            ReduceSum(single, t0, t1, count);
            dx_sum += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            scaleQueue_.FreeTensor(scaleTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> dxTile = dxQueue_.template AllocTensor<T>();
          const LocalTensor<float> dx = opgen::npu::Target<float>(dxTile, Wide(4));
          Duplicate(dx, dx_sum, count);
          opgen::npu::Narrow(dxTile, dx, count);
          dxQueue_.EnQue(dxTile);
          CopyOut(dxQueue_, dxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
        }
      }
    }
  }

  // dbias: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_2 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[2].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_2, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(3), count);
            Mul(t0, dy, scale, count);
            Add(sum_2, sum_2, t0, count);
            dyQueue_.FreeTensor(dyTile);
            scaleQueue_.FreeTensor(scaleTile);
          }
          LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
          const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(5));
          Muls(dbias, sum_2, 1.0f, count);
          opgen::npu::Narrow(dbiasTile, dbias, count);
          dbiasQueue_.EnQue(dbiasTile);
          CopyOut(dbiasQueue_, dbiasGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
                  count);
        }
      }
      if (loops.strides[2].vector == 0) {
        float dbias_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(3), count);
            Mul(t0, dy, scale, count);
            ReduceSum(single, t0, t1, count);
            dbias_sum += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            scaleQueue_.FreeTensor(scaleTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> dbiasTile = dbiasQueue_.template AllocTensor<T>();
          const LocalTensor<float> dbias = opgen::npu::Target<float>(dbiasTile, Wide(5));
          Duplicate(dbias, dbias_sum, count);
          opgen::npu::Narrow(dbiasTile, dbias, count);
          dbiasQueue_.EnQue(dbiasTile);
          CopyOut(dbiasQueue_, dbiasGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
                  count);
        }
      }
    }
  }

  // dscale: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_3 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[3].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_3, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(biasQueue_, biasGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
            LocalTensor<T> biasTile = biasQueue_.template DeQue<T>();
            const LocalTensor<float> bias = opgen::npu::Widened<float>(biasTile, Wide(2), count);
            Add(t0, x, bias, count);
            Mul(t0, dy, t0, count);
            Add(sum_3, sum_3, t0, count);
            dyQueue_.FreeTensor(dyTile);
            xQueue_.FreeTensor(xTile);
            biasQueue_.FreeTensor(biasTile);
          }
          LocalTensor<T> dscaleTile = dscaleQueue_.template AllocTensor<T>();
          const LocalTensor<float> dscale = opgen::npu::Target<float>(dscaleTile, Wide(6));
          Muls(dscale, sum_3, 1.0f, count);
          opgen::npu::Narrow(dscaleTile, dscale, count);
          dscaleQueue_.EnQue(dscaleTile);
          CopyOut(dscaleQueue_, dscaleGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector,
                  count);
        }
      }
      if (loops.strides[3].vector == 0) {
        float dscale_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            CopyIn(biasQueue_, biasGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(0), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(1), count);
            LocalTensor<T> biasTile = biasQueue_.template DeQue<T>();
            const LocalTensor<float> bias = opgen::npu::Widened<float>(biasTile, Wide(2), count);
            Add(t0, x, bias, count);
            Mul(t0, dy, t0, count);
            ReduceSum(single, t0, t1, count);
            dscale_sum += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            xQueue_.FreeTensor(xTile);
            biasQueue_.FreeTensor(biasTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> dscaleTile = dscaleQueue_.template AllocTensor<T>();
          const LocalTensor<float> dscale = opgen::npu::Target<float>(dscaleTile, Wide(6));
          Duplicate(dscale, dscale_sum, count);
          opgen::npu::Narrow(dscaleTile, dscale, count);
          dscaleQueue_.EnQue(dscaleTile);
          CopyOut(dscaleQueue_, dscaleGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector,
                  count);
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

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 10 : 3;

  const FusedAddScaleGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> biasQueue_;
  TQue<TPosition::VECIN, 2> scaleQueue_;
  TQue<TPosition::VECOUT, 2> dxQueue_;
  TQue<TPosition::VECOUT, 2> dbiasQueue_;
  TQue<TPosition::VECOUT, 2> dscaleQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> scaleGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dbiasGlobal_;
  GlobalTensor<T> dscaleGlobal_;
};

extern "C" __global__ __aicore__ void fused_add_scale_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR bias,
                                                           GM_ADDR scale, GM_ADDR dx, GM_ADDR dbias,
                                                           GM_ADDR dscale, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(FusedAddScaleGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelFusedAddScaleGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, bias, scale, dx, dbias, dscale, data, pipe);
  kernel.Process();
}
