// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_index_select_grad_tiling.h"

using namespace AscendC;

// Gradient of index_select: sums of what went to the same slice
template <typename T, typename I>
class KernelZooIndexSelectGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR x, GM_ADDR dx,
                              const ZooIndexSelectGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_index_select_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_index_select_grad is not written yet"); }

 private:
  const ZooIndexSelectGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_index_select_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR x,
                                                            GM_ADDR dx, GM_ADDR workspace,
                                                            GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooIndexSelectGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooIndexSelectGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, x, dx, data, pipe);
  kernel.Process();
}
