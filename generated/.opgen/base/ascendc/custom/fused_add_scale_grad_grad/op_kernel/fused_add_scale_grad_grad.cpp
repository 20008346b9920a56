// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "fused_add_scale_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of fused_add_scale_grad, for second derivatives of fused_add_scale
template <typename T>
class KernelFusedAddScaleGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddbias, GM_ADDR ddscale, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR bias, GM_ADDR scale, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gbias,
                              GM_ADDR gscale, const FusedAddScaleGradGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    ddscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddscale));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    scaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(scale));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gbias));
    gscaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gscale));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in fused_add_scale_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "fused_add_scale_grad_grad is not written yet"); }

 private:
  const FusedAddScaleGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> ddscaleGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> scaleGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gbiasGlobal_;
  GlobalTensor<T> gscaleGlobal_;
};

extern "C" __global__ __aicore__ void fused_add_scale_grad_grad(
    GM_ADDR ddx, GM_ADDR ddbias, GM_ADDR ddscale, GM_ADDR dy, GM_ADDR x, GM_ADDR bias,
    GM_ADDR scale, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gbias, GM_ADDR gscale, GM_ADDR workspace,
    GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(FusedAddScaleGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelFusedAddScaleGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddbias, ddscale, dy, x, bias, scale, gdy, gx, gbias, gscale, data, pipe);
  kernel.Process();
}
