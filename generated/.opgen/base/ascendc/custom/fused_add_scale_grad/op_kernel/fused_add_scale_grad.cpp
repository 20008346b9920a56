// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "fused_add_scale_grad_tiling.h"

using namespace AscendC;

// Gradients of fused_add_scale, each summed to the shape of its operand
template <typename T>
class KernelFusedAddScaleGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR bias, GM_ADDR scale, GM_ADDR dx,
                              GM_ADDR dbias, GM_ADDR dscale,
                              const FusedAddScaleGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    scaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(scale));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
    dscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dscale));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in fused_add_scale_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "fused_add_scale_grad is not written yet"); }

 private:
  const FusedAddScaleGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> scaleGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dbiasGlobal_;
  GlobalTensor<T> dscaleGlobal_;
};

extern "C" __global__ __aicore__ void fused_add_scale_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR bias,
                                                           GM_ADDR scale, GM_ADDR dx, GM_ADDR dbias,
                                                           GM_ADDR dscale, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(FusedAddScaleGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelFusedAddScaleGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, bias, scale, dx, dbias, dscale, data, pipe);
  kernel.Process();
}
