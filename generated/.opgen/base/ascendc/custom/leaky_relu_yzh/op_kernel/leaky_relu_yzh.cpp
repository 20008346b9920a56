// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "leaky_relu_yzh_tiling.h"

using namespace AscendC;

// Leaky ReLU: x where x > 0, alpha * x elsewhere
template <typename T>
class KernelLeakyReluYzh {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const LeakyReluYzhTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in leaky_relu_yzh_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "leaky_relu_yzh is not written yet"); }

 private:
  const LeakyReluYzhTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void leaky_relu_yzh(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                     GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(LeakyReluYzhTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelLeakyReluYzh<DTYPE_X> kernel;
  kernel.Init(x, y, data, pipe);
  kernel.Process();
}
