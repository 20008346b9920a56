// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_scatter_add_tiling.h"

using namespace AscendC;

// x with each element of src added where index says along an axis
template <typename T, typename I>
class KernelZooScatterAdd {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, GM_ADDR src, GM_ADDR y,
                              const ZooScatterAddTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    srcGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(src));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_scatter_add_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_scatter_add is not written yet"); }

 private:
  const ZooScatterAddTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> srcGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_scatter_add(GM_ADDR x, GM_ADDR index, GM_ADDR src,
                                                      GM_ADDR y, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScatterAddTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScatterAdd<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, src, y, data, pipe);
  kernel.Process();
}
