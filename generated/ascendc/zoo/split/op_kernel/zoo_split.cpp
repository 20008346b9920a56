// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_rows.h"
#include "zoo_split_tiling.h"

using namespace AscendC;

// Equal parts of a tensor along an axis
template <typename T>
class KernelZooSplit {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR ys, const ZooSplitTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    copy_.Init(pipe, tiling_->tile);
    x_ = x;
    ysList_.Init(reinterpret_cast<__gm__ void*>(ys));
  }

  __aicore__ inline void Process() {
    opgen::npu::Parts<T>(ysList_, tiling_->whole).Split(copy_, x_);
  }

 private:
  const ZooSplitTilingData* tiling_;
  opgen::npu::RowCopy copy_;
  GM_ADDR x_;
  ListTensorDesc ysList_;
};

extern "C" __global__ __aicore__ void zoo_split(GM_ADDR x, GM_ADDR ys, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooSplitTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooSplit<DTYPE_X> kernel;
  kernel.Init(x, ys, data, pipe);
  kernel.Process();
}
