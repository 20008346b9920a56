// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_index_select_tiling.h"

using namespace AscendC;

// The slices of x along an axis that index names
template <typename T, typename I>
class KernelZooIndexSelect {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                              const ZooIndexSelectTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_index_select_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_index_select is not written yet"); }

 private:
  const ZooIndexSelectTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_index_select(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                                                       GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooIndexSelectTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooIndexSelect<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, y, data, pipe);
  kernel.Process();
}
