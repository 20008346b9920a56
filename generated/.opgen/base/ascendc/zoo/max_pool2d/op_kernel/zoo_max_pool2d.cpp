// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_max_pool2d_tiling.h"

using namespace AscendC;

// The greatest value in each window, and where it is in its image
template <typename T, typename I>
class KernelZooMaxPool2d {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR indices,
                              const ZooMaxPool2dTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    indicesGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(indices));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_max_pool2d_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_max_pool2d is not written yet"); }

 private:
  const ZooMaxPool2dTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<I> indicesGlobal_;
};

extern "C" __global__ __aicore__ void zoo_max_pool2d(GM_ADDR x, GM_ADDR y, GM_ADDR indices,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxPool2dTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxPool2d<DTYPE_X, DTYPE_INDICES> kernel_;
  kernel_.Init(x, y, indices, data, pipe);
  kernel_.Process();
}
