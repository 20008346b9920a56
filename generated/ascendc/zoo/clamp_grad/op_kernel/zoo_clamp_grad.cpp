// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_clamp_grad_tiling.h"

using namespace AscendC;

// Gradient of clamp
template <typename T>
class KernelZooClampGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooClampGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_clamp_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_clamp_grad is not written yet"); }

 private:
  const ZooClampGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_clamp_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooClampGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooClampGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, dx, data, pipe);
  kernel.Process();
}
