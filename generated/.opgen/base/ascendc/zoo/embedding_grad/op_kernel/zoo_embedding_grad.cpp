// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_embedding_grad_tiling.h"

using namespace AscendC;

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
class KernelZooEmbeddingGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR weight, GM_ADDR dweight,
                              const ZooEmbeddingGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    dyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dy));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    weightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(weight));
    dweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(dweight));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_embedding_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_embedding_grad is not written yet"); }

 private:
  const ZooEmbeddingGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> dyGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> weightGlobal_;
  GlobalTensor<T> dweightGlobal_;
};

extern "C" __global__ __aicore__ void zoo_embedding_grad(GM_ADDR dy, GM_ADDR index, GM_ADDR weight,
                                                         GM_ADDR dweight, GM_ADDR workspace,
                                                         GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooEmbeddingGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooEmbeddingGrad<DTYPE_DY, DTYPE_INDEX> kernel;
  kernel.Init(dy, index, weight, dweight, data, pipe);
  kernel.Process();
}
