// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "leaky_relu_yzh_grad_tiling.h"

using namespace AscendC;

// Gradient of leaky_relu_yzh; its derivative with respect to x is zero
template <typename T>
class KernelLeakyReluYzhGrad {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR dy, GM_ADDR dx,
                              const LeakyReluYzhGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in leaky_relu_yzh_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "leaky_relu_yzh_grad is not written yet"); }

 private:
  const LeakyReluYzhGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void leaky_relu_yzh_grad(GM_ADDR x, GM_ADDR dy, GM_ADDR dx,
                                                          GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(LeakyReluYzhGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelLeakyReluYzhGrad<DTYPE_X> kernel;
  kernel.Init(x, dy, dx, data, pipe);
  kernel.Process();
}
