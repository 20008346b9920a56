// Created by opgen from specs/zoo/optimizer.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_adamw_step_tiling.h"

using namespace AscendC;

// One step of AdamW for one parameter; adamw_step_ writes the three states in place
template <typename T>
class KernelZooAdamwStep {
 public:
  __aicore__ inline void Init(GM_ADDR param, GM_ADDR grad, GM_ADDR exp_avg, GM_ADDR exp_avg_sq,
                              GM_ADDR new_param, GM_ADDR new_exp_avg, GM_ADDR new_exp_avg_sq,
                              const ZooAdamwStepTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    exp_avgGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(exp_avg), tiling_->total);
    pipe_->InitBuffer(exp_avgQueue_, 2, tiling_->tile * sizeof(T));
    gradGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(grad), tiling_->total);
    pipe_->InitBuffer(gradQueue_, 2, tiling_->tile * sizeof(T));
    exp_avg_sqGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(exp_avg_sq), tiling_->total);
    pipe_->InitBuffer(exp_avg_sqQueue_, 2, tiling_->tile * sizeof(T));
    paramGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(param), tiling_->total);
    pipe_->InitBuffer(paramQueue_, 2, tiling_->tile * sizeof(T));
    new_paramGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(new_param), tiling_->total);
    pipe_->InitBuffer(new_paramQueue_, 2, tiling_->tile * sizeof(T));
    new_exp_avgGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(new_exp_avg), tiling_->total);
    pipe_->InitBuffer(new_exp_avgQueue_, 2, tiling_->tile * sizeof(T));
    new_exp_avg_sqGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(new_exp_avg_sq), tiling_->total);
    pipe_->InitBuffer(new_exp_avg_sqQueue_, 2, tiling_->tile * sizeof(T));
    if constexpr (kPlaces > 0) pipe_->InitBuffer(numbers_, kPlaces * tiling_->tile * sizeof(float));
  }

  // Blocks take tiles in turn.
  __aicore__ inline void Process() {
    const uint64_t step = uint64_t{tiling_->tile} * GetBlockNum();
    for (uint64_t at = uint64_t{tiling_->tile} * GetBlockIdx(); at < tiling_->total; at += step) {
      const uint64_t left = tiling_->total - at;
      const uint32_t count = left < tiling_->tile ? static_cast<uint32_t>(left) : tiling_->tile;
      CopyIn(at, count);
      Compute(count);
      CopyOut(at, count);
    }
  }

 private:
  __aicore__ inline void CopyIn(uint64_t at, uint32_t count) {
    LocalTensor<T> exp_avgTile = exp_avgQueue_.template AllocTensor<T>();
    opgen::npu::Load(exp_avgTile, exp_avgGlobal_, at, 1, count);
    exp_avgQueue_.EnQue(exp_avgTile);
    LocalTensor<T> gradTile = gradQueue_.template AllocTensor<T>();
    opgen::npu::Load(gradTile, gradGlobal_, at, 1, count);
    gradQueue_.EnQue(gradTile);
    LocalTensor<T> exp_avg_sqTile = exp_avg_sqQueue_.template AllocTensor<T>();
    opgen::npu::Load(exp_avg_sqTile, exp_avg_sqGlobal_, at, 1, count);
    exp_avg_sqQueue_.EnQue(exp_avg_sqTile);
    LocalTensor<T> paramTile = paramQueue_.template AllocTensor<T>();
    opgen::npu::Load(paramTile, paramGlobal_, at, 1, count);
    paramQueue_.EnQue(paramTile);
  }

  __aicore__ inline void Compute(uint32_t count) {
    const LocalTensor<float> t0 = Place(0);
    const LocalTensor<float> t1 = Place(1);
    const LocalTensor<float> t2 = Place(2);
    LocalTensor<T> exp_avgTile = exp_avgQueue_.template DeQue<T>();
    const LocalTensor<float> exp_avg = opgen::npu::Widened<float>(exp_avgTile, Wide(2), count);
    LocalTensor<T> gradTile = gradQueue_.template DeQue<T>();
    const LocalTensor<float> grad = opgen::npu::Widened<float>(gradTile, Wide(1), count);
    LocalTensor<T> exp_avg_sqTile = exp_avg_sqQueue_.template DeQue<T>();
    const LocalTensor<float> exp_avg_sq =
        opgen::npu::Widened<float>(exp_avg_sqTile, Wide(3), count);
    LocalTensor<T> paramTile = paramQueue_.template DeQue<T>();
    const LocalTensor<float> param = opgen::npu::Widened<float>(paramTile, Wide(0), count);
    LocalTensor<T> new_exp_avgTile = new_exp_avgQueue_.template AllocTensor<T>();
    const LocalTensor<float> new_exp_avg = opgen::npu::Target<float>(new_exp_avgTile, Wide(5));
    LocalTensor<T> new_exp_avg_sqTile = new_exp_avg_sqQueue_.template AllocTensor<T>();
    const LocalTensor<float> new_exp_avg_sq =
        opgen::npu::Target<float>(new_exp_avg_sqTile, Wide(6));
    LocalTensor<T> new_paramTile = new_paramQueue_.template AllocTensor<T>();
    const LocalTensor<float> new_param = opgen::npu::Target<float>(new_paramTile, Wide(4));
    Muls(t0, exp_avg, tiling_->beta1_value, count);
    Muls(t1, grad, tiling_->scalar, count);
    Add(new_exp_avg, t0, t1, count);
    Muls(t0, exp_avg_sq, tiling_->beta2_value, count);
    Muls(t1, grad, tiling_->scalar_2, count);
    Mul(t1, t1, grad, count);
    Add(new_exp_avg_sq, t0, t1, count);
    Muls(t0, param, tiling_->scalar_3, count);
    Muls(t1, new_exp_avg, tiling_->scalar_4, count);
    Duplicate(t2, tiling_->scalar_5, count);
    Div(t2, new_exp_avg_sq, t2, count);
    Sqrt(t2, t2, count);
    Adds(t2, t2, tiling_->eps_value, count);
    Div(t1, t1, t2, count);
    Sub(new_param, t0, t1, count);
    opgen::npu::Narrow(new_exp_avgTile, new_exp_avg, count);
    new_exp_avgQueue_.EnQue(new_exp_avgTile);
    opgen::npu::Narrow(new_exp_avg_sqTile, new_exp_avg_sq, count);
    new_exp_avg_sqQueue_.EnQue(new_exp_avg_sqTile);
    opgen::npu::Narrow(new_paramTile, new_param, count);
    new_paramQueue_.EnQue(new_paramTile);
    exp_avgQueue_.FreeTensor(exp_avgTile);
    gradQueue_.FreeTensor(gradTile);
    exp_avg_sqQueue_.FreeTensor(exp_avg_sqTile);
    paramQueue_.FreeTensor(paramTile);
  }

  __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
    LocalTensor<T> new_paramTile = new_paramQueue_.template DeQue<T>();
    opgen::npu::Store(new_paramGlobal_, at, new_paramTile, count);
    new_paramQueue_.FreeTensor(new_paramTile);
    LocalTensor<T> new_exp_avgTile = new_exp_avgQueue_.template DeQue<T>();
    opgen::npu::Store(new_exp_avgGlobal_, at, new_exp_avgTile, count);
    new_exp_avgQueue_.FreeTensor(new_exp_avgTile);
    LocalTensor<T> new_exp_avg_sqTile = new_exp_avg_sqQueue_.template DeQue<T>();
    opgen::npu::Store(new_exp_avg_sqGlobal_, at, new_exp_avg_sqTile, count);
    new_exp_avg_sqQueue_.FreeTensor(new_exp_avg_sqTile);
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

  const ZooAdamwStepTilingData* tiling_;
  TPipe* pipe_;
  TQue<TPosition::VECIN, 2> exp_avgQueue_;
  TQue<TPosition::VECIN, 2> gradQueue_;
  TQue<TPosition::VECIN, 2> exp_avg_sqQueue_;
  TQue<TPosition::VECIN, 2> paramQueue_;
  TQue<TPosition::VECOUT, 2> new_paramQueue_;
  TQue<TPosition::VECOUT, 2> new_exp_avgQueue_;
  TQue<TPosition::VECOUT, 2> new_exp_avg_sqQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  GlobalTensor<T> exp_avgGlobal_;
  GlobalTensor<T> gradGlobal_;
  GlobalTensor<T> exp_avg_sqGlobal_;
  GlobalTensor<T> paramGlobal_;
  GlobalTensor<T> new_paramGlobal_;
  GlobalTensor<T> new_exp_avgGlobal_;
  GlobalTensor<T> new_exp_avg_sqGlobal_;
};

extern "C" __global__ __aicore__ void zoo_adamw_step(GM_ADDR param, GM_ADDR grad, GM_ADDR exp_avg,
                                                     GM_ADDR exp_avg_sq, GM_ADDR new_param,
                                                     GM_ADDR new_exp_avg, GM_ADDR new_exp_avg_sq,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooAdamwStepTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooAdamwStep<DTYPE_PARAM> kernel;
  kernel.Init(param, grad, exp_avg, exp_avg_sq, new_param, new_exp_avg, new_exp_avg_sq, data, pipe);
  kernel.Process();
}
