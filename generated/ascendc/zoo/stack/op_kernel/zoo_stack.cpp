// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_rows.h"
#include "zoo_stack_tiling.h"

using namespace AscendC;

// Tensors of one shape along a new axis
template <typename T>
class KernelZooStack {
 public:
  __aicore__ inline void Init(GM_ADDR xs, GM_ADDR y, const ZooStackTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    copy_.Init(pipe, tiling_->tile);
    xsList_.Init(reinterpret_cast<__gm__ void*>(xs));
    y_ = y;
  }

  __aicore__ inline void Process() {
    opgen::npu::Parts<T>(xsList_, tiling_->whole).Join(copy_, y_);
  }

 private:
  const ZooStackTilingData* tiling_;
  opgen::npu::RowCopy copy_;
  ListTensorDesc xsList_;
  GM_ADDR y_;
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
