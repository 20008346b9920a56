// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_matmul_grad_tiling.h"

using namespace AscendC;

// Gradients of matmul, summed over the axes that were broadcast
template <typename T>
class KernelZooMatmulGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR a, GM_ADDR b, GM_ADDR da, GM_ADDR db,
                              const ZooMatmulGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    aGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(a));
    bGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(b));
    daGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(da));
    dbGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(db));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_matmul_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_matmul_grad is not written yet"); }

 private:
  const ZooMatmulGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> aGlobal_;
  GlobalTensor<T> bGlobal_;
  GlobalTensor<T> daGlobal_;
  GlobalTensor<T> dbGlobal_;
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
