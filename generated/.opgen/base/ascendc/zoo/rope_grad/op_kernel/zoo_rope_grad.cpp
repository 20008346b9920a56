// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_rope_grad_tiling.h"

using namespace AscendC;

// Gradient of rope: the same turn backwards
template <typename T>
class KernelZooRopeGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR cos, GM_ADDR sin, GM_ADDR dx,
                              const ZooRopeGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    cosGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(cos));
    sinGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(sin));
    dxGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dx));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_rope_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_rope_grad is not written yet"); }

 private:
  const ZooRopeGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> cosGlobal_;
  GlobalTensor<T> sinGlobal_;
  GlobalTensor<T> dxGlobal_;
};

extern "C" __global__ __aicore__ void zoo_rope_grad(GM_ADDR dy, GM_ADDR cos, GM_ADDR sin,
                                                    GM_ADDR dx, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooRopeGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooRopeGrad<DTYPE_DY> kernel;
  kernel.Init(dy, cos, sin, dx, data, pipe);
  kernel.Process();
}
