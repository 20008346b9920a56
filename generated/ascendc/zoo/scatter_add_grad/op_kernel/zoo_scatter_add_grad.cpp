// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_scatter_add_grad_tiling.h"

using namespace AscendC;

// Gradients of scatter_add: dy itself, and what is where index says
template <typename T, typename I>
class KernelZooScatterAddGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR dx, GM_ADDR dsrc,
                              const ZooScatterAddGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
    dsrcGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dsrc));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_scatter_add_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_scatter_add_grad is not written yet"); }

 private:
  const ZooScatterAddGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> dxGlobal_;
  GlobalTensor<T> dsrcGlobal_;
};

extern "C" __global__ __aicore__ void zoo_scatter_add_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR dx,
                                                           GM_ADDR dsrc, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScatterAddGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScatterAddGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, dx, dsrc, data, pipe);
  kernel.Process();
}
