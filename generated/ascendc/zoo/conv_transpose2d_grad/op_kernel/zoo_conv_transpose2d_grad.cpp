// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_conv_transpose2d_grad_tiling.h"

using namespace AscendC;

// Gradients of conv_transpose2d
template <typename T>
class KernelZooConvTranspose2dGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight,
                              GM_ADDR dbias, const ZooConvTranspose2dGradTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dweight));
    dbiasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dbias));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_conv_transpose2d_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_conv_transpose2d_grad is not written yet"); }

 private:
  const ZooConvTranspose2dGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dweightGlobal_;
  GlobalTensor<T> dbiasGlobal_;
};

extern "C" __global__ __aicore__ void zoo_conv_transpose2d_grad(GM_ADDR dy, GM_ADDR x,
                                                                GM_ADDR weight, GM_ADDR dx,
                                                                GM_ADDR dweight, GM_ADDR dbias,
                                                                GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConvTranspose2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConvTranspose2dGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, dx, dweight, dbias, data, pipe);
  kernel.Process();
}
