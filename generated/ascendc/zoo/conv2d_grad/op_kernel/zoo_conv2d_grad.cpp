// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_windows_kernel.h"
#include "zoo_conv2d_grad_tiling.h"

using namespace AscendC;

// Gradients of conv2d
template <typename T>
class KernelZooConv2dGrad {
 public:
  static_assert(std::is_same<T, float>::value, "images are in single precision");

  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR x, GM_ADDR weight, GM_ADDR dx, GM_ADDR dweight,
                              GM_ADDR dbias, const ZooConv2dGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    dy_ = dy;
    x_ = x;
    weight_ = weight;
    dx_ = dx;
    dweight_ = dweight;
    dbias_ = dbias;
    convolver_.Init(tiling.convolution, pipe);
  }

  __aicore__ inline void Process() {
    const opgen::npu::Convolution& plan = tiling_->convolution;
    convolver_.Transpose(dx_, nullptr, {dy_, weight_});
    convolver_.Windows(dweight_, x_, dy_);
    convolver_.SumChannels(dbias_, dy_, plan.groups * plan.narrowChannels,
                           plan.rows.narrow * plan.columns.narrow);
  }

 private:
  const ZooConv2dGradTilingData* tiling_;
  GM_ADDR dy_;
  GM_ADDR x_;
  GM_ADDR weight_;
  GM_ADDR dx_;
  GM_ADDR dweight_;
  GM_ADDR dbias_;
  opgen::npu::Convolver convolver_;
};

extern "C" __global__ __aicore__ void zoo_conv2d_grad(GM_ADDR dy, GM_ADDR x, GM_ADDR weight,
                                                      GM_ADDR dx, GM_ADDR dweight, GM_ADDR dbias,
                                                      GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooConv2dGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooConv2dGrad<DTYPE_DY> kernel;
  kernel.Init(dy, x, weight, dx, dweight, dbias, data, pipe);
  kernel.Process();
}
