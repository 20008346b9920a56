// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_cross_entropy_grad_tiling.h"

using namespace AscendC;

// Gradient of cross_entropy
template <typename T, typename I>
class KernelZooCrossEntropyGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dloss, GM_ADDR logits, GM_ADDR target, GM_ADDR dlogits,
                              const ZooCrossEntropyGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dlossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dloss));
    logitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(logits));
    targetGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(target));
    dlogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dlogits));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_cross_entropy_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_cross_entropy_grad is not written yet"); }

 private:
  const ZooCrossEntropyGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dlossGlobal_;
  GlobalTensor<T> logitsGlobal_;
  GlobalTensor<I> targetGlobal_;
  GlobalTensor<T> dlogitsGlobal_;
};

extern "C" __global__ __aicore__ void zoo_cross_entropy_grad(GM_ADDR dloss, GM_ADDR logits,
                                                             GM_ADDR target, GM_ADDR dlogits,
                                                             GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropyGrad<DTYPE_DLOSS, DTYPE_TARGET> kernel;
  kernel.Init(dloss, logits, target, dlogits, data, pipe);
  kernel.Process();
}
