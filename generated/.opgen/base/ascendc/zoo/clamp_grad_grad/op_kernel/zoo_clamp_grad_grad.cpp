// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_clamp_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of clamp_grad
template <typename T>
class KernelZooClampGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR x, GM_ADDR gdy,
                              const ZooClampGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_clamp_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_clamp_grad_grad is not written yet"); }

 private:
  const ZooClampGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> gdyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_clamp_grad_grad(GM_ADDR ddx, GM_ADDR x, GM_ADDR gdy,
                                                          GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooClampGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooClampGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, x, gdy, data, pipe);
  kernel.Process();
}
