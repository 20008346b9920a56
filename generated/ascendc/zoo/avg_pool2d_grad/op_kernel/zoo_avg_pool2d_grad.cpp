// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_avg_pool2d_grad_tiling.h"

using namespace AscendC;

// Gradient of avg_pool2d
template <typename T>
class KernelZooAvgPool2dGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                              const ZooAvgPool2dGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_avg_pool2d_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_avg_pool2d_grad is not written yet"); }

 private:
  const ZooAvgPool2dGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_avg_pool2d_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR dx,
                                                          GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooAvgPool2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooAvgPool2dGrad<DTYPE_DY> kernel_;
  kernel_.Init(dy, x, dx, data, pipe);
  kernel_.Process();
}
