// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_dropout_tiling.h"

using namespace AscendC;

// x with elements left out with probability p, the others scaled up to match
template <typename T>
class KernelZooDropout {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR mask,
                              const ZooDropoutTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
    maskGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ uint8_t*>(mask));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_dropout_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_dropout is not written yet"); }

 private:
  const ZooDropoutTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
  GlobalTensor<uint8_t> maskGlobal_;
};

extern "C" __global__ __aicore__ void zoo_dropout(GM_ADDR x, GM_ADDR y, GM_ADDR mask,
                                                  GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooDropoutTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooDropout<DTYPE_X> kernel;
  kernel.Init(x, y, mask, data, pipe);
  kernel.Process();
}
