// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_product_kernel.h"
#include "zoo_matmul_tiling.h"

using namespace AscendC;

// a times b, each transposed on request, with leading axes that broadcast
template <typename T>
class KernelZooMatmul {
 public:
  __aicore__ inline void Init(GM_ADDR a, GM_ADDR b, GM_ADDR y, const ZooMatmulTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    a_ = a;
    b_ = b;
    y_ = y;
    multiplier_.Init(tiling.y.cut, pipe);
  }

  __aicore__ inline void Process() {
    multiplier_.Multiply(tiling_->y, y_, {a_, b_});
  }

 private:
  const ZooMatmulTilingData* tiling_;
  GM_ADDR a_;
  GM_ADDR b_;
  GM_ADDR y_;
  opgen::npu::MatrixMultiplier<T> multiplier_;
};

extern "C" __global__ __aicore__ void zoo_matmul(GM_ADDR a, GM_ADDR b, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooMatmulTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooMatmul<DTYPE_A> kernel;
  kernel.Init(a, b, y, data, pipe);
  kernel.Process();
}
