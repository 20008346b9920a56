// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_gather_grad_tiling.h"

using namespace AscendC;

// Gradient of gather: sums of what went to the same element
template <typename T, typename I>
class KernelZooGatherGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR x, GM_ADDR dx,
                              const ZooGatherGradTilingData& tiling, TPipe& pipe) {
    adder_.Init(nullptr, index, dy, dx, tiling.elements, pipe);
  }

  __aicore__ inline void Process() { adder_.Process(); }

 private:
  opgen::npu::AddElements<T, I> adder_;
};

extern "C" __global__ __aicore__ void zoo_gather_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR x,
                                                      GM_ADDR dx, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooGatherGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooGatherGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, x, dx, data, pipe);
  kernel.Process();
}
