// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "zoo_rope_tiling.h"
#include "zoo_rotation.h"

using namespace AscendC;

// Rotary position embedding: pairs of elements turned by the angle of their place
template <typename T>
class KernelZooRope {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR cos, GM_ADDR sin, GM_ADDR y,
                              const ZooRopeTilingData& tiling, TPipe& pipe) {
    rotation_.Init(x, cos, sin, y, tiling.rotation, pipe);
  }

  __aicore__ inline void Process() { rotation_.Process(); }

 private:
  zoo::Rotation<T, false> rotation_;
};

extern "C" __global__ __aicore__ void zoo_rope(GM_ADDR x, GM_ADDR cos, GM_ADDR sin, GM_ADDR y,
                                               GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooRopeTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooRope<DTYPE_X> kernel;
  kernel.Init(x, cos, sin, y, data, pipe);
  kernel.Process();
}
