// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_scatter_add_grad_tiling.h"

using namespace AscendC;

// Gradients of scatter_add: dy itself, and what is where index says
template <typename T, typename I>
class KernelZooScatterAddGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR dx, GM_ADDR dsrc,
                              const ZooScatterAddGradTilingData& tiling, TPipe& pipe) {
    copier_.Init(dy, dx, tiling.total, tiling.tile, pipe);
    taker_.Init(dy, index, dsrc, tiling.elements, pipe);
  }

  __aicore__ inline void Process() {
    copier_.Process();
    taker_.Process();
  }

 private:
  opgen::npu::CopyElements<T> copier_;
  opgen::npu::TakeElements<T, I> taker_;
};

extern "C" __global__ __aicore__ void zoo_scatter_add_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR dx,
                                                           GM_ADDR dsrc, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooScatterAddGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooScatterAddGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, dx, dsrc, data, pipe);
  kernel.Process();
}
