// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_scaled_dot_product_attention_grad_tiling.h"

using namespace AscendC;

// Gradients of scaled_dot_product_attention, which computes the weights again
template <typename T>
class KernelZooScaledDotProductAttentionGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR mask, GM_ADDR y,
                              GM_ADDR lse, GM_ADDR dq, GM_ADDR dk, GM_ADDR dv,
                              const ZooScaledDotProductAttentionGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    qGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(q));
    kGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(k));
    vGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(v));
    maskGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(mask));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    lseGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(lse));
    dqGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dq));
    dkGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dk));
    dvGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dv));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_scaled_dot_product_attention_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_scaled_dot_product_attention_grad is not written yet"); }

 private:
  const ZooScaledDotProductAttentionGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> qGlobal_;
  GlobalTensor<T> kGlobal_;
  GlobalTensor<T> vGlobal_;
  GlobalTensor<T> maskGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> lseGlobal_;
  GlobalTensor<T> dqGlobal_;
  GlobalTensor<T> dkGlobal_;
  GlobalTensor<T> dvGlobal_;
};

extern "C" __global__ __aicore__ void zoo_scaled_dot_product_attention_grad(
    GM_ADDR dy, GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR mask, GM_ADDR y, GM_ADDR lse, GM_ADDR dq,
    GM_ADDR dk, GM_ADDR dv, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScaledDotProductAttentionGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScaledDotProductAttentionGrad<DTYPE_DY> kernel;
  kernel.Init(dy, q, k, v, mask, y, lse, dq, dk, dv, data, pipe);
  kernel.Process();
}
