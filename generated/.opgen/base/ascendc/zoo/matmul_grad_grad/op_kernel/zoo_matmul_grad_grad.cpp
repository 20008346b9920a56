// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
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
    pipe_ = &pipe;
    ddaGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dda));
    ddbGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddb));
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    aGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(a));
    bGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(b));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
    gaGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ga));
    gbGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gb));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_matmul_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_matmul_grad_grad is not written yet"); }

 private:
  const ZooMatmulGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddaGlobal_;
  GlobalTensor<T> ddbGlobal_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<T> aGlobal_;
  GlobalTensor<T> bGlobal_;
  GlobalTensor<T> gdyGlobal_;
  GlobalTensor<T> gaGlobal_;
  GlobalTensor<T> gbGlobal_;
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
