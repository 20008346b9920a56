// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "fused_add_scale_tiling.h"

using namespace AscendC;

// (x + bias) * scale, where bias and scale broadcast
template <typename T>
class KernelFusedAddScale {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR bias, GM_ADDR scale, GM_ADDR y,
                              const FusedAddScaleTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    scaleGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(scale));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in fused_add_scale_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "fused_add_scale is not written yet"); }

 private:
  const FusedAddScaleTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> scaleGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void fused_add_scale(GM_ADDR x, GM_ADDR bias, GM_ADDR scale,
                                                      GM_ADDR y, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(FusedAddScaleTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelFusedAddScale<DTYPE_X> kernel;
  kernel.Init(x, bias, scale, y, data, pipe);
  kernel.Process();
}
