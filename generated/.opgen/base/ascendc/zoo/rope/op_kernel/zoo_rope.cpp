// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_rope_tiling.h"

using namespace AscendC;

// Rotary position embedding: pairs of elements turned by the angle of their place
template <typename T>
class KernelZooRope {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR cos, GM_ADDR sin, GM_ADDR y,
                              const ZooRopeTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    cosGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(cos));
    sinGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(sin));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_rope_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_rope is not written yet"); }

 private:
  const ZooRopeTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> cosGlobal_;
  GlobalTensor<T> sinGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_rope(GM_ADDR x, GM_ADDR cos, GM_ADDR sin, GM_ADDR y,
                                               GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooRopeTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooRope<DTYPE_X> kernel;
  kernel.Init(x, cos, sin, y, data, pipe);
  kernel.Process();
}
