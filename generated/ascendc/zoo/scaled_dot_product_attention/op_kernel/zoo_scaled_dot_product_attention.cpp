// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_attention_kernel.h"
#include "zoo_scaled_dot_product_attention_tiling.h"

using namespace AscendC;

// Means of the rows of v, weighted by the softmax of scale * q @ k.T + mask
template <typename T>
class KernelZooScaledDotProductAttention {
 public:
  __aicore__ inline void Init(GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR mask, GM_ADDR y, GM_ADDR lse,
                              const ZooScaledDotProductAttentionTilingData& tiling, TPipe& pipe) {
    forward_.Init(tiling.attention, tiling.batch, {q, k, v, mask}, y, lse, pipe);
  }

  __aicore__ inline void Process() { forward_.Process(); }

 private:
  opgen::npu::AttentionForward<T> forward_;
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
