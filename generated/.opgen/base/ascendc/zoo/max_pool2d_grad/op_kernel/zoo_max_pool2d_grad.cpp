// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_max_pool2d_grad_tiling.h"

using namespace AscendC;

// Gradient of max_pool2d: that of each window at the place of its greatest value
template <typename T, typename I>
class KernelZooMaxPool2dGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR indices, GM_ADDR x, GM_ADDR dx,
                              const ZooMaxPool2dGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    indicesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(indices));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_max_pool2d_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_max_pool2d_grad is not written yet"); }

 private:
  const ZooMaxPool2dGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<I> indicesGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_max_pool2d_grad(GM_ADDR dy, GM_ADDR indices, GM_ADDR x,
                                                          GM_ADDR dx, GM_ADDR workspace,
                                                          GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxPool2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxPool2dGrad<DTYPE_DY, DTYPE_INDICES> kernel;
  kernel.Init(dy, indices, x, dx, data, pipe);
  kernel.Process();
}
