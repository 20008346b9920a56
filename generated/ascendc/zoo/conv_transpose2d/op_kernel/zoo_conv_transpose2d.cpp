// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_conv_transpose2d_tiling.h"

using namespace AscendC;

// What conv2d does to the gradient of its images, plus bias where it is given
template <typename T>
class KernelZooConvTranspose2d {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");

  __aicore__ inline void Init(GM_ADDR x, GM_ADDR weight, GM_ADDR bias, GM_ADDR y,
                              const ZooConvTranspose2dTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    x_ = x;
    weight_ = weight;
    bias_ = bias;
    y_ = y;
    convolver_.Init(tiling.convolution, pipe);
  }

  __aicore__ inline void Process() {
    convolver_.Transpose(y_, tiling_->hasBias ? bias_ : nullptr, {x_, weight_});
  }

 private:
  const ZooConvTranspose2dTilingData* tiling_;
  GM_ADDR x_;
  GM_ADDR weight_;
  GM_ADDR bias_;
  GM_ADDR y_;
  opgen::npu::Convolver convolver_;
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
