// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_gather_tiling.h"

using namespace AscendC;

// For each element of index, the element of x that it names along an axis
template <typename T, typename I>
class KernelZooGather {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                              const ZooGatherTilingData& tiling, TPipe& pipe) {
    taker_.Init(x, index, y, tiling.elements, pipe);
  }

  __aicore__ inline void Process() { taker_.Process(); }

 private:
  opgen::npu::TakeElements<T, I> taker_;
};

extern "C" __global__ __aicore__ void zoo_gather(GM_ADDR x, GM_ADDR index, GM_ADDR y,
                                                 GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooGatherTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooGather<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, y, data, pipe);
  kernel.Process();
}
