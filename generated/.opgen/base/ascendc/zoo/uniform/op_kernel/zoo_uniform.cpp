// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_uniform_tiling.h"

using namespace AscendC;

// Numbers between low and high, each as likely as any other
template <typename T>
class KernelZooUniform {
 public:
  __aicore__ inline void Init(GM_ADDR y, const ZooUniformTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_uniform_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_uniform is not written yet"); }

 private:
  const ZooUniformTilingData* tiling_;
  TPipe* pipe_;
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
