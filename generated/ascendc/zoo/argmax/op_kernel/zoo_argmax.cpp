// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_argmax_tiling.h"

using namespace AscendC;

// Where along an axis the greatest value is, the first of several
template <typename T, typename I>
class KernelZooArgmax {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, const ZooArgmaxTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_argmax_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_argmax is not written yet"); }

 private:
  const ZooArgmaxTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<I> indexGlobal_;
};

extern "C" __global__ __aicore__ void zoo_argmax(GM_ADDR x, GM_ADDR index, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooArgmaxTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooArgmax<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, data, pipe);
  kernel.Process();
}
