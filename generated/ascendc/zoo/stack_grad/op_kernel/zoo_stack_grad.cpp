// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_rows.h"
#include "zoo_stack_grad_tiling.h"

using namespace AscendC;

// Gradients of stack: its layers
template <typename T>
class KernelZooStackGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, [[maybe_unused]] GM_ADDR xs, GM_ADDR dxs,
                              const ZooStackGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    copy_.Init(pipe, tiling_->tile);
    dy_ = dy;
    dxsList_.Init(reinterpret_cast<__gm__ void*>(dxs));
  }

  __aicore__ inline void Process() {
    opgen::npu::Parts<T>(dxsList_, tiling_->whole).Split(copy_, dy_);
  }

 private:
  const ZooStackGradTilingData* tiling_;
  opgen::npu::RowCopy copy_;
  GM_ADDR dy_;
  ListTensorDesc dxsList_;
};

extern "C" __global__ __aicore__ void zoo_stack_grad(GM_ADDR dy, GM_ADDR xs, GM_ADDR dxs,
                                                     GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooStackGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooStackGrad<DTYPE_DY> kernel;
  kernel.Init(dy, xs, dxs, data, pipe);
  kernel.Process();
}
