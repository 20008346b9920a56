// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_conv_transpose2d_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of conv_transpose2d_grad, for second derivatives of conv_transpose2d
template <typename T>
class KernelZooConvTranspose2dGradGrad {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");

  __aicore__ inline void Init(GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x,
                              GM_ADDR weight, GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight,
                              const ZooConvTranspose2dGradGradTilingData& tiling, TPipe& pipe) {
    ddx_ = ddx;
    ddweight_ = ddweight;
    ddbias_ = ddbias;
    dy_ = dy;
    x_ = x;
    weight_ = weight;
    gdy_ = gdy;
    gx_ = gx;
    gweight_ = gweight;
    convolver_.Init(tiling.convolution, pipe);
  }

  __aicore__ inline void Process() {
    convolver_.Transpose(gdy_, ddbias_, {ddx_, weight_}, {x_, ddweight_});
    convolver_.Correlate(gx_, nullptr, {dy_, ddweight_});
    convolver_.Windows(gweight_, dy_, ddx_);
  }

 private:
  GM_ADDR ddx_;
  GM_ADDR ddweight_;
  GM_ADDR ddbias_;
  GM_ADDR dy_;
  GM_ADDR x_;
  GM_ADDR weight_;
  GM_ADDR gdy_;
  GM_ADDR gx_;
  GM_ADDR gweight_;
  opgen::npu::Convolver convolver_;
};

extern "C" __global__ __aicore__ void zoo_conv_transpose2d_grad_grad(
    GM_ADDR ddx, GM_ADDR ddweight, GM_ADDR ddbias, GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
    GM_ADDR gdy, GM_ADDR gx, GM_ADDR gweight, GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConvTranspose2dGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConvTranspose2dGradGrad<DTYPE_DDX> kernel;
  kernel.Init(ddx, ddweight, ddbias, dy, x, weight, gdy, gx, gweight, data, pipe);
  kernel.Process();
}
