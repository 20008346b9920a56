// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_concat_grad_tiling.h"

using namespace AscendC;

// Gradients of concat: its parts
template <typename T>
class KernelZooConcatGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR xs, GM_ADDR dxs,
                              const ZooConcatGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xsList_.Init(reinterpret_cast<__gm__ void*>(xs));
    dxsList_.Init(reinterpret_cast<__gm__ void*>(dxs));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_concat_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_concat_grad is not written yet"); }

 private:
  const ZooConcatGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  ListTensorDesc xsList_;
  ListTensorDesc dxsList_;
};

extern "C" __global__ __aicore__ void zoo_concat_grad(GM_ADDR dy, GM_ADDR xs, GM_ADDR dxs,
                                                      GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConcatGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConcatGrad<DTYPE_DY> kernel;
  kernel.Init(dy, xs, dxs, data, pipe);
  kernel.Process();
}
