// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_conv_transpose2d_tiling.h"

using namespace AscendC;

// What conv2d does to the gradient of its images, plus bias where it is given
template <typename T>
class KernelZooConvTranspose2d {
 public:
  __aicore__ inline void Init(GM_ADDR x, GM_ADDR weight, GM_ADDR bias, GM_ADDR y,
                              const ZooConvTranspose2dTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    xGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    biasGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(bias));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_conv_transpose2d_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_conv_transpose2d is not written yet"); }

 private:
  const ZooConvTranspose2dTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> xGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> biasGlobal_;
  GlobalTensor<T> yGlobal_;
};

extern "C" __global__ __aicore__ void zoo_conv_transpose2d(GM_ADDR x, GM_ADDR weight, GM_ADDR bias,
                                                           GM_ADDR y, GM_ADDR workspace,
                                                           GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConvTranspose2dTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConvTranspose2d<DTYPE_X> kernel;
  kernel.Init(x, weight, bias, y, data, pipe);
  kernel.Process();
}
