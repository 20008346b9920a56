// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_scaled_dot_product_attention_tiling.h"

using namespace AscendC;

// Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask
template <typename T>
class KernelZooScaledDotProductAttention {
 public:
  __aicore__ inline void Init(GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR mask, GM_ADDR y, GM_ADDR lse,
                              const ZooScaledDotProductAttentionTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    qGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(q));
    kGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(k));
    vGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(v));
    maskGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(mask));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    lseGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(lse));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_scaled_dot_product_attention_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_scaled_dot_product_attention is not written yet"); }

 private:
  const ZooScaledDotProductAttentionTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> qGlobal_;
  GlobalTensor<T> kGlobal_;
  GlobalTensor<T> vGlobal_;
  GlobalTensor<T> maskGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<T> lseGlobal_;
};

extern "C" __global__ __aicore__ void zoo_scaled_dot_product_attention(GM_ADDR q, GM_ADDR k,
                                                                       GM_ADDR v, GM_ADDR mask,
                                                                       GM_ADDR y, GM_ADDR lse,
                                                                       GM_ADDR workspace,
                                                                       GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScaledDotProductAttentionTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScaledDotProductAttention<DTYPE_Q> kernel;
  kernel.Init(q, k, v, mask, y, lse, data, pipe);
  kernel.Process();
}
