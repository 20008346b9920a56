// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "fused_add_scale_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of fused_add_scale_grad, for second derivatives of fused_add_scale
template <typename T>
class KernelFusedAddScaleGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddbias, GM_ADDR ddscale, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR bias, GM_ADDR scale, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gbias,
                              GM_ADDR gscale, const FusedAddScaleGradGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    ddscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddscale));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    scaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(scale));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gbias));
    gscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gscale));
    pipe_->InitBuffer(ddxQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(ddbiasQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(ddscaleQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(biasQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(scaleQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(gbiasQueue_, 2, tiling.tile * sizeof(T));
    pipe_->InitBuffer(gscaleQueue_, 2, tiling.tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling.tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
    Compute2();
    Compute3();
  }

 private:
  // gdy: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[6].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(2, outer, inner, at),
                   loops.strides[2].vector, count);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(biasQueue_, biasGlobal_, loops.At(4, outer, inner, at), loops.strides[4].vector,
                   count);
            CopyIn(ddbiasQueue_, ddbiasGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(5, outer, inner, at),
                   loops.strides[5].vector, count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> biasTile = biasQueue_.template DeQue<T>();
            const LocalTensor<float> bias = opgen::npu::Widened<float>(biasTile, Wide(5), count);
            LocalTensor<T> ddbiasTile = ddbiasQueue_.template DeQue<T>();
            const LocalTensor<float> ddbias =
                opgen::npu::Widened<float>(ddbiasTile, Wide(1), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(6), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Add(t0, x, bias, count);
            Mul(t0, ddscale, t0, count);
            Mul(t1, ddbias, scale, count);
            Add(t0, t0, t1, count);
            Mul(t1, ddx, scale, count);
            Add(t0, t0, t1, count);
            Add(sum, sum, t0, count);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            xQueue_.FreeTensor(xTile);
            biasQueue_.FreeTensor(biasTile);
            ddbiasQueue_.FreeTensor(ddbiasTile);
            scaleQueue_.FreeTensor(scaleTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(7));
          Muls(gdy, sum, 1.0f, count);
          opgen::npu::Narrow(gdyTile, gdy, count);
          gdyQueue_.EnQue(gdyTile);
          CopyOut(gdyQueue_, gdyGlobal_, loops.At(6, outer, 0, at), loops.strides[6].vector, count);
        }
      }
      if (loops.strides[6].vector == 0) {
        float gdy_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(2, outer, inner, at),
                   loops.strides[2].vector, count);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(biasQueue_, biasGlobal_, loops.At(4, outer, inner, at), loops.strides[4].vector,
                   count);
            CopyIn(ddbiasQueue_, ddbiasGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(scaleQueue_, scaleGlobal_, loops.At(5, outer, inner, at),
                   loops.strides[5].vector, count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> biasTile = biasQueue_.template DeQue<T>();
            const LocalTensor<float> bias = opgen::npu::Widened<float>(biasTile, Wide(5), count);
            LocalTensor<T> ddbiasTile = ddbiasQueue_.template DeQue<T>();
            const LocalTensor<float> ddbias =
                opgen::npu::Widened<float>(ddbiasTile, Wide(1), count);
            LocalTensor<T> scaleTile = scaleQueue_.template DeQue<T>();
            const LocalTensor<float> scale = opgen::npu::Widened<float>(scaleTile, Wide(6), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Add(t0, x, bias, count);
            Mul(t0, ddscale, t0, count);
            Mul(t1, ddbias, scale, count);
            Add(t0, t0, t1, count);
            Mul(t1, ddx, scale, count);
            Add(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            gdy_sum += opgen::npu::First(single);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            xQueue_.FreeTensor(xTile);
            biasQueue_.FreeTensor(biasTile);
            ddbiasQueue_.FreeTensor(ddbiasTile);
            scaleQueue_.FreeTensor(scaleTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
          const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(7));
          Duplicate(gdy, gdy_sum, count);
          opgen::npu::Narrow(gdyTile, gdy, count);
          gdyQueue_.EnQue(gdyTile);
          CopyOut(gdyQueue_, gdyGlobal_, loops.At(6, outer, 0, at), loops.strides[6].vector, count);
        }
      }
    }
  }

  // gx: blocks take the work in turn.
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
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(0, outer, inner, at),
                   loops.strides[0].vector, count);
            CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            Mul(t0, ddscale, dy, count);
            Add(sum_2, sum_2, t0, count);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            dyQueue_.FreeTensor(dyTile);
          }
          LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
          const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(8));
          Muls(gx, sum_2, 1.0f, count);
          opgen::npu::Narrow(gxTile, gx, count);
          gxQueue_.EnQue(gxTile);
          CopyOut(gxQueue_, gxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
        }
      }
      if (loops.strides[2].vector == 0) {
        float gx_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(0, outer, inner, at),
                   loops.strides[0].vector, count);
            CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            Mul(t0, ddscale, dy, count);
            ReduceSum(single, t0, t1, count);
            gx_sum += opgen::npu::First(single);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            dyQueue_.FreeTensor(dyTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
          const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(8));
          Duplicate(gx, gx_sum, count);
          opgen::npu::Narrow(gxTile, gx, count);
          gxQueue_.EnQue(gxTile);
          CopyOut(gxQueue_, gxGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector, count);
        }
      }
    }
  }

  // gbias: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_3 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[2].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_3, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(0, outer, inner, at),
                   loops.strides[0].vector, count);
            CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            Mul(t0, ddscale, dy, count);
            Add(sum_3, sum_3, t0, count);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            dyQueue_.FreeTensor(dyTile);
          }
          LocalTensor<T> gbiasTile = gbiasQueue_.template AllocTensor<T>();
          const LocalTensor<float> gbias = opgen::npu::Target<float>(gbiasTile, Wide(9));
          Muls(gbias, sum_3, 1.0f, count);
          opgen::npu::Narrow(gbiasTile, gbias, count);
          gbiasQueue_.EnQue(gbiasTile);
          CopyOut(gbiasQueue_, gbiasGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
                  count);
        }
      }
      if (loops.strides[2].vector == 0) {
        float gbias_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddscaleQueue_, ddscaleGlobal_, loops.At(0, outer, inner, at),
                   loops.strides[0].vector, count);
            CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                   count);
            LocalTensor<T> ddscaleTile = ddscaleQueue_.template DeQue<T>();
            const LocalTensor<float> ddscale =
                opgen::npu::Widened<float>(ddscaleTile, Wide(2), count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            Mul(t0, ddscale, dy, count);
            ReduceSum(single, t0, t1, count);
            gbias_sum += opgen::npu::First(single);
            ddscaleQueue_.FreeTensor(ddscaleTile);
            dyQueue_.FreeTensor(dyTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gbiasTile = gbiasQueue_.template AllocTensor<T>();
          const LocalTensor<float> gbias = opgen::npu::Target<float>(gbiasTile, Wide(9));
          Duplicate(gbias, gbias_sum, count);
          opgen::npu::Narrow(gbiasTile, gbias, count);
          gbiasQueue_.EnQue(gbiasTile);
          CopyOut(gbiasQueue_, gbiasGlobal_, loops.At(2, outer, 0, at), loops.strides[2].vector,
                  count);
        }
      }
    }
  }

  // gscale: blocks take the work in turn.
  __aicore__ inline void Compute3() {
    const auto& loops = tiling_->loops3;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_4 = Place(2);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      if (loops.strides[3].vector != 0) {
        for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
            at += tile) {
          const uint32_t count = opgen::npu::Count(at, end, tile);
          Duplicate(sum_4, 0.0f, count);
          for (uint64_t inner = 0; inner < loops.inner; ++inner) {
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddbiasQueue_, ddbiasGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> ddbiasTile = ddbiasQueue_.template DeQue<T>();
            const LocalTensor<float> ddbias =
                opgen::npu::Widened<float>(ddbiasTile, Wide(1), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Add(t0, ddbias, ddx, count);
            Mul(t0, dy, t0, count);
            Add(sum_4, sum_4, t0, count);
            dyQueue_.FreeTensor(dyTile);
            ddbiasQueue_.FreeTensor(ddbiasTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          LocalTensor<T> gscaleTile = gscaleQueue_.template AllocTensor<T>();
          const LocalTensor<float> gscale = opgen::npu::Target<float>(gscaleTile, Wide(10));
          Muls(gscale, sum_4, 1.0f, count);
          opgen::npu::Narrow(gscaleTile, gscale, count);
          gscaleQueue_.EnQue(gscaleTile);
          CopyOut(gscaleQueue_, gscaleGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector,
                  count);
        }
      }
      if (loops.strides[3].vector == 0) {
        float gscale_sum = 0;
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddbiasQueue_, ddbiasGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> ddbiasTile = ddbiasQueue_.template DeQue<T>();
            const LocalTensor<float> ddbias =
                opgen::npu::Widened<float>(ddbiasTile, Wide(1), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Add(t0, ddbias, ddx, count);
            Mul(t0, dy, t0, count);
            ReduceSum(single, t0, t1, count);
            gscale_sum += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            ddbiasQueue_.FreeTensor(ddbiasTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
        }
        {
          [[maybe_unused]] const uint64_t at = 0;
          const uint32_t count = 1;
          LocalTensor<T> gscaleTile = gscaleQueue_.template AllocTensor<T>();
          const LocalTensor<float> gscale = opgen::npu::Target<float>(gscaleTile, Wide(10));
          Duplicate(gscale, gscale_sum, count);
          opgen::npu::Narrow(gscaleTile, gscale, count);
          gscaleQueue_.EnQue(gscaleTile);
          CopyOut(gscaleQueue_, gscaleGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector,
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
  static constexpr uint32_t kPlaces = kIsWide ? 14 : 3;

  const FusedAddScaleGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddbiasQueue_;
  TQue<TPosition::VECIN, 2> ddscaleQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> biasQueue_;
  TQue<TPosition::VECIN, 2> scaleQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gbiasQueue_;
  TQue<TPosition::VECOUT, 2> gscaleQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> ddscaleGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> scaleGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gbiasGlobal_;
  GlobalTensor<T> gscaleGlobal_;
};

extern "C" __global__ __aicore__ void fused_add_scale_grad_grad(
    GM_ADDR ddx, GM_ADDR ddbias, GM_ADDR ddscale, GM_ADDR dy, GM_ADDR x, GM_ADDR bias,
    GM_ADDR scale, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gbias, GM_ADDR gscale, GM_ADDR workspace,
    GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(FusedAddScaleGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelFusedAddScaleGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddbias, ddscale, dy, x, bias, scale, gdy, gx, gbias, gscale, data, pipe);
  kernel.Process();
}
