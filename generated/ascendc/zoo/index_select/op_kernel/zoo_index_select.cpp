// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_index_select_tiling.h"

using namespace AscendC;

// The slices of x along an axis that index names
template <typename T, typename I>
class KernelZooIndexSelect {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                              const ZooIndexSelectTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    if (tiling.isLine) {
      elements_.Init(x, index, y, tiling.elements, pipe);
    } else {
      rows_.Init(x, index, y, tiling.rows, pipe);
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
  const ZooIndexSelectTilingData* tiling_;
  opgen::npu::TakeElements<T, I> elements_;
  opgen::npu::TakeRows<T, I> rows_;
};

extern "C" __global__ __aicore__ void zoo_index_select(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                                                       GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooIndexSelectTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooIndexSelect<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, y, data, pipe);
  kernel.Process();
}
