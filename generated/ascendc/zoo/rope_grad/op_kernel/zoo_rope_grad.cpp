// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "zoo_rope_grad_tiling.h"
#include "zoo_rotation.h"

using namespace AscendC;

// Gradient of rope: the same turn backwards
template <typename T>
class KernelZooRopeGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR cos, GM_ADDR sin, GM_ADDR dx,
                              const ZooRopeGradTilingData& tiling, TPipe& pipe) {
    rotation_.Init(dy, cos, sin, dx, tiling.rotation, pipe);
  }

  __aicore__ inline void Process() { rotation_.Process(); }

 private:
  zoo::Rotation<T, true> rotation_;
};

extern "C" __global__ __aicore__ void zoo_rope_grad(GM_ADDR dy, GM_ADDR cos, GM_ADDR sin,
                                                    GM_ADDR dx, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooRopeGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooRopeGrad<DTYPE_DY> kernel;
  kernel.Init(dy, cos, sin, dx, data, pipe);
  kernel.Process();
}
