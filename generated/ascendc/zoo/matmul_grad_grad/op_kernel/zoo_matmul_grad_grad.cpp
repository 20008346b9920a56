// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_product_kernel.h"
#include "zoo_matmul_grad_grad_tiling.h"

using namespace AscendC;

// Gradients of matmul_grad, for second derivatives of matmul
template <typename T>
class KernelZooMatmulGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dda, GM_ADDR ddb, GM_ADDR dy, GM_ADDR a, GM_ADDR b,
                              GM_ADDR gdy, GM_ADDR ga, GM_ADDR gb,
                              const ZooMatmulGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    dda_ = dda;
    ddb_ = ddb;
    dy_ = dy;
    a_ = a;
    b_ = b;
    gdy_ = gdy;
    ga_ = ga;
    gb_ = gb;
    multiplier_.Init(tiling.gdy.cut, pipe);
  }

  __aicore__ inline void Process() {
    multiplier_.Multiply(tiling_->gdy, gdy_, {dda_, b_}, {a_, ddb_});
    multiplier_.Multiply(tiling_->ga, ga_, {dy_, ddb_});
    multiplier_.Multiply(tiling_->gb, gb_, {dda_, dy_});
  }

 private:
  const ZooMatmulGradGradTilingData* tiling_;
  GM_ADDR dda_;
  GM_ADDR ddb_;
  GM_ADDR dy_;
  GM_ADDR a_;
  GM_ADDR b_;
  GM_ADDR gdy_;
  GM_ADDR ga_;
  GM_ADDR gb_;
  opgen::npu::MatrixMultiplier<T> multiplier_;
};

extern "C" __global__ __aicore__ void zoo_matmul_grad_grad(GM_ADDR dda, GM_ADDR ddb, GM_ADDR dy,
                                                           GM_ADDR a, GM_ADDR b, GM_ADDR gdy,
                                                           GM_ADDR ga, GM_ADDR gb,
                                                           GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMatmulGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMatmulGradGrad<DTYPE_DDA> kernel;
  kernel.Init(dda, ddb, dy, a, b, gdy, ga, gb, data, pipe);
  kernel.Process();
}
