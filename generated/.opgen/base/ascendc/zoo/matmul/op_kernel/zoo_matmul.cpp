// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_matmul_tiling.h"

using namespace AscendC;

// a times b, each transposed on request, with leading axes that broadcast
template <typename T>
class KernelZooMatmul {
 public:
  __aicore__ inline void Init(GM_ADDR a, GM_ADDR b, GM_ADDR y, const ZooMatmulTilingData& tiling,
                              TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    aGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(a));
    bGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(b));
    yGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_matmul_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_matmul is not written yet"); }

 private:
  const ZooMatmulTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> aGlobal_;
  GlobalTensor<T> bGlobal_;
  GlobalTensor<T> yGlobal_;
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
