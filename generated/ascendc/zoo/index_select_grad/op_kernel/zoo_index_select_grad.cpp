// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_index_select_grad_tiling.h"

using namespace AscendC;

// Gradient of index_select: sums of what went to the same slice
template <typename T, typename I>
class KernelZooIndexSelectGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR x, GM_ADDR dx,
                              const ZooIndexSelectGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    if (tiling.isLine) {
      elements_.Init(nullptr, index, dy, dx, tiling.elements, pipe);
    } else {
      rows_.Init(index, dy, dx, tiling.rows, pipe);
    }
  }

  // Slices of more than one element are rows.
  __aicore__ inline void Process() {
    if (tiling_->isLine) {
      elements_.Process();
    } else {
      rows_.Process();
    }
  }

 private:
  const ZooIndexSelectGradTilingData* tiling_;
  opgen::npu::AddElements<T, I> elements_;
  opgen::npu::AddRows<T, I> rows_;
};

extern "C" __global__ __aicore__ void zoo_index_select_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR x,
                                                            GM_ADDR dx, GM_ADDR workspace,
                                                            GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooIndexSelectGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooIndexSelectGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, x, dx, data, pipe);
  kernel.Process();
}
