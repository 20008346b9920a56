// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_embedding_grad_grad_tiling.h"

using namespace AscendC;

// Gradient of embedding_grad: rows, with zeros for padding_index
template <typename T, typename I>
class KernelZooEmbeddingGradGrad {
 public:
  __aicore__ inline void Init(GM_ADDR ddweight, GM_ADDR index, GM_ADDR gdy,
                              const ZooEmbeddingGradGradTilingData& tiling, TPipe& pipe) {
    taker_.Init(ddweight, index, gdy, tiling.rows, pipe);
  }

  __aicore__ inline void Process() { taker_.Process(); }

 private:
  opgen::npu::TakeRows<T, I> taker_;
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
