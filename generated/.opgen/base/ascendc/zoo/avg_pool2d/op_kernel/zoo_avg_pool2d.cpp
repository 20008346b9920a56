// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_avg_pool2d_tiling.h"

using namespace AscendC;

// The mean of each window, its padding counted as zeros or not at all
template <typename T>
class KernelZooAvgPool2d {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const ZooAvgPool2dTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_avg_pool2d_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_avg_pool2d is not written yet"); }

 private:
  const ZooAvgPool2dTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_avg_pool2d(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                     GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooAvgPool2dTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooAvgPool2d<DTYPE_X> kernel_;
  kernel_.Init(x, y, data, pipe);
  kernel_.Process();
}
