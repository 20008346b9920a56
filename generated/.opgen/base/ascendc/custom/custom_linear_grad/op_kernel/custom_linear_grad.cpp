// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "custom_linear_grad_tiling.h"

using namespace AscendC;

// Gradients of custom_linear; dbias is zero where use_bias is false
template <typename T>
class KernelCustomLinearGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight,
                              GM_ADDR dbias, const CustomLinearGradTilingData& tiling,
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

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in custom_linear_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "custom_linear_grad is not written yet"); }

 private:
  const CustomLinearGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dweightGlobal_;
  GlobalTensor<T> dbiasGlobal_;
};

extern "C" __global__ __aicore__ void custom_linear_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
                                                         GM_ADDR dx, GM_ADDR dweight, GM_ADDR dbias,
                                                         GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(CustomLinearGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelCustomLinearGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, dx, dweight, dbias, data, pipe);
  kernel.Process();
}
