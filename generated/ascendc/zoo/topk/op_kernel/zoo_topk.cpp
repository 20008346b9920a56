// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_topk_tiling.h"

using namespace AscendC;

// The k greatest values along an axis, or the least, in order, and where they are
template <typename T, typename I>
class KernelZooTopk {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR values, GM_ADDR indices,
                              const ZooTopkTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    valuesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(values));
    indicesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(indices));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_topk_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_topk is not written yet"); }

 private:
  const ZooTopkTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> valuesGlobal_;
  GlobalTensor<I> indicesGlobal_;
};

extern "C" __global__ __aicore__ void zoo_topk(GM_ADDR x, GM_ADDR values, GM_ADDR indices,
                                               GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooTopkTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooTopk<DTYPE_X, DTYPE_INDICES> kernel;
  kernel.Init(x, values, indices, data, pipe);
  kernel.Process();
}
