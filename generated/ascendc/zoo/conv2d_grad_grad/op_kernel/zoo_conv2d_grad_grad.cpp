// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_conv2d_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of conv2d_grad, for second derivatives of conv2d
template <typename T>
class KernelZooConv2dGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight,
                              const ZooConv2dGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddx));
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    ddbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddbias));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gx));
    gweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gweight));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_conv2d_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_conv2d_grad_grad is not written yet"); }

 private:
  const ZooConv2dGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddxGlobal_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<T> ddbiasGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gxGlobal_;
  GlobalTensor<T> gweightGlobal_;
};

extern "C" __global__ __aicore__ void zoo_conv2d_grad_grad(GM_ADDR ddx, GM_ADDR ddweight,
                                                           GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                                                           GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx,
                                                           GM_ADDR gweight, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConv2dGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConv2dGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, dy, x, weight, gdy, gx, gweight, data, pipe);
  kernel.Process();
}
