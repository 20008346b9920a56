// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend.h"
#include "zoo_embedding_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of embedding_grad: rows, with zeros for padding_index
template <typename T, typename I>
class KernelZooEmbeddingGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddweight, GM_ADDR index, GM_ADDR gdy,
                              const ZooEmbeddingGradGradTilingData& tiling, TPipe& pipe) {
    tiling_ = &tiling;
    pipe_ = &pipe;
    ddweightGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(ddweight));
    indexGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ I*>(index));
    gdyGlobal_.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(gdy));
  }

  // Yours to write: copy tiles in, compute, copy them out; the host's part is in zoo_embedding_grad_grad_tiling.
  __aicore__ inline void Process() { ascendc_assert(false, "zoo_embedding_grad_grad is not written yet"); }

 private:
  const ZooEmbeddingGradGradTilingData* tiling_;
  TPipe* pipe_;
  GlobalTensor<T> ddweightGlobal_;
  GlobalTensor<I> indexGlobal_;
  GlobalTensor<T> gdyGlobal_;
};

extern "C" __global__ __aicore__ void zoo_embedding_grad_grad(GM_ADDR ddweight, GM_ADDR index,
                                                              GM_ADDR gdy, GM_ADDR workspace,
                                                              GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooEmbeddingGradGradTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooEmbeddingGradGrad<DTYPE_DDWEIGHT, DTYPE_INDEX> kernel;
  kernel.Init(ddweight, index, gdy, data, pipe);
  kernel.Process();
}
