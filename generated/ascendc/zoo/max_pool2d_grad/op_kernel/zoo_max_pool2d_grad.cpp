// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_max_pool2d_grad_tiling.h"

using namespace AscendC;

// Gradient of max_pool2d: that of each window at the place of its greatest value
template <typename T, typename I>
class KernelZooMaxPool2dGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR indices, GM_ADDR x, GM_ADDR dx,
                              const ZooMaxPool2dGradTilingData& tiling, TPipe& pipe) {
    adder_.Init(nullptr, indices, dy, dx, tiling.elements, pipe);
  }

  __aicore__ inline void Process() { adder_.Process(); }

 private:
  opgen::npu::AddElements<T, I> adder_;
};

extern "C" __global__ __aicore__ void zoo_max_pool2d_grad(GM_ADDR dy, GM_ADDR indices, GM_ADDR x,
                                                          GM_ADDR dx, GM_ADDR workspace,
                                                          GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMaxPool2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMaxPool2dGrad<DTYPE_DY, DTYPE_INDICES> kernel;
  kernel.Init(dy, indices, x, dx, data, pipe);
  kernel.Process();
}
