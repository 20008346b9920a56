// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_max_pool2d_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of max_pool2d_grad: what is at the places of the greatest values
template <typename T, typename I>
class KernelZooMaxPool2dGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR indices, GM_ADDR gdy,
                              const ZooMaxPool2dGradGradTilingData& tiling, TPipe& pipe) {
    taker_.Init(ddx, indices, gdy, tiling.elements, pipe);
  }

  __aicore__ inline void Process() { taker_.Process(); }

 private:
  opgen::npu::TakeElements<T, I> taker_;
};

extern "C" __global__ __aicore__ void zoo_max_pool2d_grad_grad(GM_ADDR ddx, GM_ADDR indices,
                                                               GM_ADDR gdy, GM_ADDR workspace,
                                                               GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxPool2dGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxPool2dGradGrad<DTYPE_DDX, DTYPE_INDICES> kernel;
  kernel.Init(ddx, indices, gdy, data, pipe);
  kernel.Process();
}
