// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_attention_kernel.h"
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
    dq_ = dq;
    dk_ = dk;
    dv_ = dv;
    backward_.Init(tiling.attention, {q, k, v, mask}, {dy, y, lse}, pipe);
  }

  __aicore__ inline void Process() {
    backward_.OfQueries(tiling_->ofQueries, dq_);
    backward_.OfKeys(tiling_->ofKeys, dk_);
    backward_.OfValues(tiling_->ofValues, dv_);
  }

 private:
  const ZooScaledDotProductAttentionGradTilingData* tiling_;
  GM_ADDR dq_;
  GM_ADDR dk_;
  GM_ADDR dv_;
  opgen::npu::AttentionBackward<T> backward_;
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
