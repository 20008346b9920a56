// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_scatter_add_tiling.h"

using namespace AscendC;

// x with each element of src added where index says along an axis
template <typename T, typename I>
class KernelZooScatterAdd {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR index, GM_ADDR src, GM_ADDR y,
                              const ZooScatterAddTilingData& tiling, TPipe& pipe) {
    adder_.Init(x, index, src, y, tiling.elements, pipe);
  }

  __aicore__ inline void Process() { adder_.Process(); }

 private:
  opgen::npu::AddElements<T, I> adder_;
};

extern "C" __global__ __aicore__ void zoo_scatter_add(GM_ADDR x, GM_ADDR index, GM_ADDR src,
                                                      GM_ADDR y, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScatterAddTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScatterAdd<DTYPE_X, DTYPE_INDEX> kernel;
  kernel.Init(x, index, src, y, data, pipe);
  kernel.Process();
}
