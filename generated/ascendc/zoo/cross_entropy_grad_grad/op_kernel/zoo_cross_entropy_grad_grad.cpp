// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_cross_entropy_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of cross_entropy_grad, for second derivatives of cross_entropy
template <typename T, typename I>
class KernelZooCrossEntropyGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddlogits, GM_ADDR dloss, GM_ADDR logits, GM_ADDR target,
                              GM_ADDR gdloss, GM_ADDR glogits,
                              const ZooCrossEntropyGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddlogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddlogits));
    dlossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dloss));
    logitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(logits));
    targetGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(target));
    gdlossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdloss));
    glogitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(glogits));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_cross_entropy_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_cross_entropy_grad_grad is not written yet"); }

 private:
  const ZooCrossEntropyGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddlogitsGlobal_;
  GlobalTensor<T> dlossGlobal_;
  GlobalTensor<T> logitsGlobal_;
  GlobalTensor<I> targetGlobal_;
  GlobalTensor<T> gdlossGlobal_;
  GlobalTensor<T> glogitsGlobal_;
};

extern "C" __global__ __aicore__ void zoo_cross_entropy_grad_grad(GM_ADDR ddlogits, GM_ADDR dloss,
                                                                  GM_ADDR logits, GM_ADDR target,
                                                                  GM_ADDR gdloss, GM_ADDR glogits,
                                                                  GM_ADDR workspace,
                                                                  GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropyGradGrad<DTYPE_DDLOGITS, DTYPE_TARGET> kernel;
  kernel.Init(ddlogits, dloss, logits, target, gdloss, glogits, data, pipe);
  kernel.Process();
}
