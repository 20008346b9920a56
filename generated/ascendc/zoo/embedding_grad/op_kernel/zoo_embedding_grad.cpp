// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_embedding_grad_tiling.h"

using namespace AscendC;

// Gradient of embedding: sums of what went to the same row
template <typename T, typename I>
class KernelZooEmbeddingGrad {
 public:
  __aicore__ inline void Init(GM_ADDR dy, GM_ADDR index, GM_ADDR weight, GM_ADDR dweight,
                              const ZooEmbeddingGradTilingData& tiling, TPipe& pipe) {
    adder_.Init(index, dy, dweight, tiling.rows, pipe);
  }

  __aicore__ inline void Process() { adder_.Process(); }

 private:
  opgen::npu::AddRows<T, I> adder_;
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
