// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_product_kernel.h"
#include "zoo_matmul_grad_tiling.h"

using namespace AscendC;

// Gradients of matmul, summed over the axes that were broadcast
template <typename T>
class KernelZooMatmulGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR a, GM_ADDR b, GM_ADDR da, GM_ADDR db,
                              const ZooMatmulGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    dy_ = dy;
    a_ = a;
    b_ = b;
    da_ = da;
    db_ = db;
    multiplier_.Init(tiling.da.cut, pipe);
  }

  __aicore__ inline void Process() {
    multiplier_.Multiply(tiling_->da, da_, {dy_, b_});
    multiplier_.Multiply(tiling_->db, db_, {a_, dy_});
  }

 private:
  const ZooMatmulGradTilingData* tiling_;
  GM_ADDR dy_;
  GM_ADDR a_;
  GM_ADDR b_;
  GM_ADDR da_;
  GM_ADDR db_;
  opgen::npu::MatrixMultiplier<T> multiplier_;
};

extern "C" __global__ __aicore__ void zoo_matmul_grad(GM_ADDR dy, GM_ADDR a, GM_ADDR b, GM_ADDR da,
                                                      GM_ADDR db, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMatmulGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMatmulGrad<DTYPE_DY> kernel;
  kernel.Init(dy, a, b, da, db, data, pipe);
  kernel.Process();
}
