// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_loops.h"
#include "opgen_ascend_pairs.h"
#include "opgen_ascend_random.h"
#include "zoo_uniform_tiling.h"

using namespace AscendC;

// Numbers between low and high, each as likely as any other
template <typename T>
class KernelZooUniform {
 public:
  __aicore__ inline void Init(GM_ADDR y, const ZooUniformTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    pipe.InitBuffer(yQueue_, 2, 2 * tiling_->tile * sizeof(T));
    pipe.InitBuffer(numbers_, 3 * tiling_->tile * sizeof(float));
    random_.Init(pipe, tiling_->seed, tiling_->tile);
    pairs_.Init(pipe, tiling_->tile);
  }

  // Blocks take tiles in turn; one of numbers in pairs is twice as many elements.
  __aicore__ inline void Process() {
    const uint32_t tile = tiling_->tile;
    const uint64_t step = uint64_t{2} * tile;
    const LocalTensor<float> halves = numbers_.Get<float>(), spare = halves[2 * tile];
    for (uint64_t at = step * GetBlockIdx(); at < tiling_->total; at += step * GetBlockNum()) {
      const uint32_t count = opgen::npu::Count(at, tiling_->total, 2 * tile);
      random_.Draw(at / 2, (count + 1) / 2);
      random_.Uniform(halves, 0);
      random_.Uniform(halves[tile], 1);
      LocalTensor<T> y = yQueue_.template AllocTensor<T>();
      pairs_.Combine(y, halves, spare, count);
      Muls(y, y, tiling_->width, static_cast<int32_t>(count));
      Adds(y, y, tiling_->low, static_cast<int32_t>(count));
      yQueue_.EnQue(y);
      y = yQueue_.template DeQue<T>();
      opgen::npu::Store(yGlobal_, at, y, count);
      yQueue_.FreeTensor(y);
    }
  }

 private:
  const ZooUniformTilingData* tiling_;
  TQue<TPosition::VECOUT, 2> yQueue_;
  TBuf<TPosition::VECCALC> numbers_;
  opgen::npu::Random random_;
  opgen::npu::Pairs pairs_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_uniform(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooUniformTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooUniform<DTYPE_Y> kernel;
  kernel.Init(y, data, pipe);
  kernel.Process();
}
