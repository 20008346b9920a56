// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_layer_norm_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of layer_norm_grad
template <typename T>
class KernelZooLayerNormGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight,
                              const ZooLayerNormGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gweight));
    pipe_->InitBuffer(ddxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddweightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(ddbiasQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(dyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(xQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(weightQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gdyQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gxQueue_, 2, tiling_->tile * sizeof(T));
    pipe_->InitBuffer(gweightQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
    pipe_->InitBuffer(single_, 32);
  }

  __aicore__ inline void Process() {
    Compute0();
    Compute1();
    Compute2();
  }

 private:
  // gdy: blocks take the work in turn.
  __aicore__ inline void Compute0() {
    const auto& loops = tiling_->loops0;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> t3 = Place(3);
    const LocalTensor<float> t4 = Place(4);
    const LocalTensor<float> sum = Place(5);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float mean_c = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            ReduceSum(single, x, t0, count);
            mean_c += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c /= static_cast<float>(loops.length);
          float mean_c_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
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
          float sum_c_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            ReduceSum(single, ddx, t0, count);
            sum_c_2 += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
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
          float sum_c = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Adds(t0, ddx, -invariant, count);
            Adds(t1, x, -mean_c, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          CopyIn(ddbiasQueue_, ddbiasGlobal_, loops.At(2, outer, inner, at),
                 loops.strides[2].vector, count);
          CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(1, outer, inner, at),
                 loops.strides[1].vector, count);
          CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                 loops.strides[4].vector, count, tiling_->has_weight != 0);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> ddbiasTile = ddbiasQueue_.template DeQue<T>();
          const LocalTensor<float> ddbias = opgen::npu::Widened<float>(ddbiasTile, Wide(2), count);
          LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
          const LocalTensor<float> ddweight =
              opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
          LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
          const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Muls(t0, ddweight, rsqrt_value, count);
          Adds(t1, x, -mean_c, count);
          Mul(t0, t0, t1, count);
          Add(t0, ddbias, t0, count);
          Adds(t2, ddx, -invariant, count);
          Muls(t2, t2, rsqrt_value, count);
          if (tiling_->has_weight) {
            Muls(t3, weight, 1.0f, count);
          } else {
            Duplicate(t3, 1.0f, count);
          }
          Mul(t2, t2, t3, count);
          Add(t0, t0, t2, count);
          Duplicate(t2, rsqrt_value, count);
          Mul(t4, t2, t2, count);
          Mul(t2, t4, t2, count);
          Muls(t2, t2, sum_c, count);
          Mul(t1, t2, t1, count);
          Mul(t1, t1, t3, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Sub(t0, t0, t1, count);
          Add(sum, sum, t0, count);
          ddbiasQueue_.FreeTensor(ddbiasTile);
          ddweightQueue_.FreeTensor(ddweightTile);
          weightQueue_.FreeTensor(weightTile);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
        LocalTensor<T> gdyTile = gdyQueue_.template AllocTensor<T>();
        const LocalTensor<float> gdy = opgen::npu::Target<float>(gdyTile, Wide(6));
        Muls(gdy, sum, 1.0f, count);
        opgen::npu::Narrow(gdyTile, gdy, count);
        gdyQueue_.EnQue(gdyTile);
        CopyOut(gdyQueue_, gdyGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
      }
    }
  }

  // gx: blocks take the work in turn.
  __aicore__ inline void Compute1() {
    const auto& loops = tiling_->loops1;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    const LocalTensor<float> t3 = Place(3);
    const LocalTensor<float> sum_2 = Place(5);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_2, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float mean_c_3 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            ReduceSum(single, x, t0, count);
            mean_c_3 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_3 /= static_cast<float>(loops.length);
          float mean_c_2_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
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
          float sum_c_2_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            ReduceSum(single, ddx, t0, count);
            sum_c_2_2 += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float invariant_2 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, sum_c_2_2, count);
            Duplicate(t1, tiling_->scalar, count);
            Div(t0, t0, t1, count);
            invariant_2 = opgen::npu::First(t0);
          }
          float sum_c_3 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Adds(t0, ddx, -invariant_2, count);
            Adds(t1, x, -mean_c_3, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c_3 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float sum_c_3_2 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                   loops.strides[4].vector, count, tiling_->has_weight != 0);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
            const LocalTensor<float> weight =
                opgen::npu::Widened<float>(weightTile, Wide(5), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            if (tiling_->has_weight) {
              Muls(t0, weight, 1.0f, count);
            } else {
              Duplicate(t0, 1.0f, count);
            }
            Mul(t0, dy, t0, count);
            Adds(t1, x, -mean_c_3, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c_3_2 += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            weightQueue_.FreeTensor(weightTile);
            xQueue_.FreeTensor(xTile);
          }
          float sum_c_4 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
            const LocalTensor<float> ddweight =
                opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            Mul(t0, ddweight, dy, count);
            Adds(t1, x, -mean_c_3, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c_4 += opgen::npu::First(single);
            ddweightQueue_.FreeTensor(ddweightTile);
            dyQueue_.FreeTensor(dyTile);
            xQueue_.FreeTensor(xTile);
          }
          float sum_c_5 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                   loops.strides[4].vector, count, tiling_->has_weight != 0);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
            const LocalTensor<float> weight =
                opgen::npu::Widened<float>(weightTile, Wide(5), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Adds(t0, ddx, -invariant_2, count);
            if (tiling_->has_weight) {
              Muls(t1, weight, 1.0f, count);
            } else {
              Duplicate(t1, 1.0f, count);
            }
            Mul(t1, dy, t1, count);
            Duplicate(t2, rsqrt_value_2, count);
            Mul(t2, t2, t2, count);
            Muls(t2, t2, sum_c_3_2, count);
            Adds(t3, x, -mean_c_3, count);
            Mul(t2, t2, t3, count);
            Duplicate(t3, tiling_->scalar, count);
            Div(t2, t2, t3, count);
            Sub(t1, t1, t2, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c_5 += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            weightQueue_.FreeTensor(weightTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float invariant_2_2 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, sum_c_5, count);
            Adds(t0, t0, sum_c_4, count);
            Duplicate(t1, rsqrt_value_2, count);
            Mul(t1, t1, t1, count);
            Muls(t2, t1, 2.0f, count);
            Muls(t2, t2, sum_c_3_2, count);
            Muls(t2, t2, sum_c_3, count);
            Duplicate(t3, tiling_->scalar, count);
            Div(t2, t2, t3, count);
            Sub(t0, t0, t2, count);
            Mul(t0, t0, t1, count);
            invariant_2_2 = opgen::npu::First(t0);
          }
          float sum_c_6 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(1, outer, inner, at),
                   loops.strides[1].vector, count);
            CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                   loops.strides[4].vector, count, tiling_->has_weight != 0);
            CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
            const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
            LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
            const LocalTensor<float> ddweight =
                opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
            LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
            const LocalTensor<float> weight =
                opgen::npu::Widened<float>(weightTile, Wide(5), count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Duplicate(t0, rsqrt_value_2, count);
            Mul(t0, t0, t0, count);
            Muls(t1, t0, sum_c_3, count);
            if (tiling_->has_weight) {
              Muls(t2, weight, 1.0f, count);
            } else {
              Duplicate(t2, 1.0f, count);
            }
            Mul(t1, t1, t2, count);
            Duplicate(t2, tiling_->scalar, count);
            Div(t1, t1, t2, count);
            Sub(t1, ddweight, t1, count);
            Mul(t1, dy, t1, count);
            Adds(t2, ddx, -invariant_2, count);
            Mul(t0, t2, t0, count);
            Muls(t0, t0, sum_c_3_2, count);
            Duplicate(t2, tiling_->scalar, count);
            Div(t0, t0, t2, count);
            Sub(t0, t1, t0, count);
            Adds(t1, x, -mean_c_3, count);
            Muls(t1, t1, invariant_2_2, count);
            Duplicate(t2, tiling_->scalar, count);
            Div(t1, t1, t2, count);
            Sub(t0, t0, t1, count);
            Muls(t0, t0, rsqrt_value_2, count);
            ReduceSum(single, t0, t1, count);
            sum_c_6 += opgen::npu::First(single);
            dyQueue_.FreeTensor(dyTile);
            ddweightQueue_.FreeTensor(ddweightTile);
            weightQueue_.FreeTensor(weightTile);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float invariant_3 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, sum_c_6, count);
            Duplicate(t1, tiling_->scalar, count);
            Div(t0, t0, t1, count);
            invariant_3 = opgen::npu::First(t0);
          }
          CopyIn(dyQueue_, dyGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                 count);
          CopyIn(ddweightQueue_, ddweightGlobal_, loops.At(1, outer, inner, at),
                 loops.strides[1].vector, count);
          CopyIn(weightQueue_, weightGlobal_, loops.At(4, outer, inner, at),
                 loops.strides[4].vector, count, tiling_->has_weight != 0);
          CopyIn(xQueue_, xGlobal_, loops.At(3, outer, inner, at), loops.strides[3].vector, count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
          LocalTensor<T> ddweightTile = ddweightQueue_.template DeQue<T>();
          const LocalTensor<float> ddweight =
              opgen::npu::Widened<float>(ddweightTile, Wide(1), count);
          LocalTensor<T> weightTile = weightQueue_.template DeQue<T>();
          const LocalTensor<float> weight = opgen::npu::Widened<float>(weightTile, Wide(5), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Duplicate(t0, rsqrt_value_2, count);
          Mul(t0, t0, t0, count);
          Muls(t1, t0, sum_c_3, count);
          if (tiling_->has_weight) {
            Muls(t2, weight, 1.0f, count);
          } else {
            Duplicate(t2, 1.0f, count);
          }
          Mul(t1, t1, t2, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Sub(t1, ddweight, t1, count);
          Mul(t1, dy, t1, count);
          Adds(t2, ddx, -invariant_2, count);
          Mul(t0, t2, t0, count);
          Muls(t0, t0, sum_c_3_2, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t0, t0, t2, count);
          Sub(t0, t1, t0, count);
          Adds(t1, x, -mean_c_3, count);
          Muls(t1, t1, invariant_2_2, count);
          Duplicate(t2, tiling_->scalar, count);
          Div(t1, t1, t2, count);
          Sub(t0, t0, t1, count);
          Muls(t0, t0, rsqrt_value_2, count);
          Adds(t0, t0, -invariant_3, count);
          Add(sum_2, sum_2, t0, count);
          dyQueue_.FreeTensor(dyTile);
          ddweightQueue_.FreeTensor(ddweightTile);
          weightQueue_.FreeTensor(weightTile);
          xQueue_.FreeTensor(xTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
        LocalTensor<T> gxTile = gxQueue_.template AllocTensor<T>();
        const LocalTensor<float> gx = opgen::npu::Target<float>(gxTile, Wide(7));
        Muls(gx, sum_2, 1.0f, count);
        opgen::npu::Narrow(gxTile, gx, count);
        gxQueue_.EnQue(gxTile);
        CopyOut(gxQueue_, gxGlobal_, loops.At(5, outer, 0, at), loops.strides[5].vector, count);
      }
    }
  }

  // gweight: blocks take the work in turn.
  __aicore__ inline void Compute2() {
    const auto& loops = tiling_->loops2;
    const uint32_t tile = tiling_->tile;
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> sum_3 = Place(5);
    const LocalTensor<float> sum_4 = Place(6);
    const LocalTensor<float> single = single_.Get<float>();
    for (uint64_t item = GetBlockIdx(); item < loops.Items(); item += GetBlockNum()) {
      const uint64_t outer = loops.Outer(item);
      for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;
          at += tile) {
        const uint32_t count = opgen::npu::Count(at, end, tile);
        Duplicate(sum_3, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float mean_c_4 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            ReduceSum(single, x, t0, count);
            mean_c_4 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_4 /= static_cast<float>(loops.length);
          float mean_c_2_3 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            Adds(t0, x, -mean_c_4, count);
            Mul(t0, t0, t0, count);
            ReduceSum(single, t0, t1, count);
            mean_c_2_3 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_2_3 /= static_cast<float>(loops.length);
          float rsqrt_value_3 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, tiling_->eps_value, count);
            Adds(t0, t0, mean_c_2_3, count);
            Sqrt(t0, t0, count);
            Duplicate(t1, 1.0f, count);
            Div(t0, t1, t0, count);
            rsqrt_value_3 = opgen::npu::First(t0);
          }
          float sum_c_2_3 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            ReduceSum(single, ddx, t0, count);
            sum_c_2_3 += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float invariant_4 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, sum_c_2_3, count);
            Duplicate(t1, tiling_->scalar, count);
            Div(t0, t0, t1, count);
            invariant_4 = opgen::npu::First(t0);
          }
          CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                 count);
          CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                 count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
          LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
          const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
          Adds(t0, ddx, -invariant_4, count);
          Muls(t0, t0, rsqrt_value_3, count);
          Mul(t0, t0, dy, count);
          Add(sum_3, sum_3, t0, count);
          dyQueue_.FreeTensor(dyTile);
          ddxQueue_.FreeTensor(ddxTile);
        }
        Duplicate(sum_4, 0.0f, count);
        for (uint64_t inner = 0; inner < loops.inner; ++inner) {
          float mean_c_5 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            ReduceSum(single, x, t0, count);
            mean_c_5 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_5 /= static_cast<float>(loops.length);
          float mean_c_2_4 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            Adds(t0, x, -mean_c_5, count);
            Mul(t0, t0, t0, count);
            ReduceSum(single, t0, t1, count);
            mean_c_2_4 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
          }
          mean_c_2_4 /= static_cast<float>(loops.length);
          float rsqrt_value_4 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, tiling_->eps_value, count);
            Adds(t0, t0, mean_c_2_4, count);
            Sqrt(t0, t0, count);
            Duplicate(t1, 1.0f, count);
            Div(t0, t1, t0, count);
            rsqrt_value_4 = opgen::npu::First(t0);
          }
          float sum_c_2_4 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            ReduceSum(single, ddx, t0, count);
            sum_c_2_4 += opgen::npu::First(single);
            ddxQueue_.FreeTensor(ddxTile);
          }
          float invariant_5 = 0;
          {
            [[maybe_unused]] const uint64_t at = 0;
            const uint32_t count = 1;
            Duplicate(t0, sum_c_2_4, count);
            Duplicate(t1, tiling_->scalar, count);
            Div(t0, t0, t1, count);
            invariant_5 = opgen::npu::First(t0);
          }
          float sum_c_7 = 0;
          for (uint64_t at = 0; at < loops.length; at += tile) {
            const uint32_t count = opgen::npu::Count(at, loops.length, tile);
            CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector,
                   count);
            CopyIn(ddxQueue_, ddxGlobal_, loops.At(0, outer, inner, at), loops.strides[0].vector,
                   count);
            LocalTensor<T> xTile = xQueue_.template DeQue<T>();
            const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
            LocalTensor<T> ddxTile = ddxQueue_.template DeQue<T>();
            const LocalTensor<float> ddx = opgen::npu::Widened<float>(ddxTile, Wide(0), count);
            Adds(t0, ddx, -invariant_5, count);
            Adds(t1, x, -mean_c_5, count);
            Mul(t0, t0, t1, count);
            ReduceSum(single, t0, t1, count);
            sum_c_7 += opgen::npu::First(single);
            xQueue_.FreeTensor(xTile);
            ddxQueue_.FreeTensor(ddxTile);
          }
          CopyIn(dyQueue_, dyGlobal_, loops.At(1, outer, inner, at), loops.strides[1].vector,
                 count);
          CopyIn(xQueue_, xGlobal_, loops.At(2, outer, inner, at), loops.strides[2].vector, count);
          LocalTensor<T> dyTile = dyQueue_.template DeQue<T>();
          const LocalTensor<float> dy = opgen::npu::Widened<float>(dyTile, Wide(3), count);
          LocalTensor<T> xTile = xQueue_.template DeQue<T>();
          const LocalTensor<float> x = opgen::npu::Widened<float>(xTile, Wide(4), count);
          Duplicate(t0, rsqrt_value_4, count);
          Mul(t1, t0, t0, count);
          Mul(t0, t1, t0, count);
          Muls(t0, t0, sum_c_7, count);
          Adds(t1, x, -mean_c_5, count);
          Mul(t0, t0, t1, count);
          Mul(t0, t0, dy, count);
          Add(sum_4, sum_4, t0, count);
          dyQueue_.FreeTensor(dyTile);
          xQueue_.FreeTensor(xTile);
        }
        LocalTensor<T> gweightTile = gweightQueue_.template AllocTensor<T>();
        const LocalTensor<float> gweight = opgen::npu::Target<float>(gweightTile, Wide(8));
        Duplicate(t0, tiling_->scalar, count);
        Div(t0, sum_4, t0, count);
        Sub(gweight, sum_3, t0, count);
        opgen::npu::Narrow(gweightTile, gweight, count);
        gweightQueue_.EnQue(gweightTile);
        CopyOut(gweightQueue_, gweightGlobal_, loops.At(3, outer, 0, at), loops.strides[3].vector,
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
      return Place(7 + number);
    } else {
      return LocalTensor<float>();
    }
  }

  static constexpr bool kIsWide = !std::is_same<T, float>::value;
  static constexpr uint32_t kPlaces = kIsWide ? 16 : 7;

  const ZooLayerNormGradGradTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> ddxQueue_;
  TQue<TPosition::VECIN, 2> ddweightQueue_;
  TQue<TPosition::VECIN, 2> ddbiasQueue_;
  TQue<TPosition::VECIN, 2> dyQueue_;
  TQue<TPosition::VECIN, 2> xQueue_;
  TQue<TPosition::VECIN, 2> weightQueue_;
  TQue<TPosition::VECOUT, 2> gdyQueue_;
  TQue<TPosition::VECOUT, 2> gxQueue_;
  TQue<TPosition::VECOUT, 2> gweightQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  TBuf<TPosition::VECCALC> single_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gweightGlobal_;
};

extern "C" __global__ __aicore__ void zoo_layer_norm_grad_grad(
    GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
    GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooLayerNormGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooLayerNormGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, dy, x, weight, gdy, gx, gweight, data, pipe);
  kernel.Process();
}
