// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_stack_tiling.h"

using namespace AscendC;

// Tensors of one shape along a new axis
template <typename T>
class KernelZooStack {
 public:
  __aicore__ inline void Init(GM_ADDR xs, GM_ADDR y, const ZooStackTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xsList_.Init(reinterpret_cast<__gm__ void*>(xs));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_stack_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_stack is not written yet"); }

 private:
  const ZooStackTilingData* tiling_;
  TPipe* pipe_;
  ListTensorDesc xsList_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_stack(GM_ADDR xs, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooStackTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooStack<DTYPE_XS> kernel;
  kernel.Init(xs, y, data, pipe);
  kernel.Process();
}
