// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_cross_entropy_tiling.h"

using namespace AscendC;

// Minus the logarithm of the probability that logits give to the target class
template <typename T, typename I>
class KernelZooCrossEntropy {
 public:
  __aicore__ inline void Init(GM_ADDR logits, GM_ADDR target, GM_ADDR loss,
                              const ZooCrossEntropyTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    logitsGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(logits));
    targetGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(target));
    lossGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(loss));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_cross_entropy_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_cross_entropy is not written yet"); }

 private:
  const ZooCrossEntropyTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> logitsGlobal_;
  GlobalTensor<I> targetGlobal_;
  GlobalTensor<T> lossGlobal_;
};

extern "C" __global__ __aicore__ void zoo_cross_entropy(GM_ADDR logits, GM_ADDR target,
                                                        GM_ADDR loss, GM_ADDR workspace,
                                                        GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooCrossEntropyTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooCrossEntropy<DTYPE_LOGITS, DTYPE_TARGET> kernel;
  kernel.Init(logits, target, loss, data, pipe);
  kernel.Process();
}
