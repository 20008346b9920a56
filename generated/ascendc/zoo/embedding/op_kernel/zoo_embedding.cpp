// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#include "kernel_operator.h"
#include "opgen_ascend_index_kernel.h"
#include "zoo_embedding_tiling.h"

using namespace AscendC;

// The rows of weight that index names; the row of padding_index isn't trained
template <typename T, typename I>
class KernelZooEmbedding {
 public:
  __aicore__ inline void Init(GM_ADDR weight, GM_ADDR index, GM_ADDR y,
                              const ZooEmbeddingTilingData& tiling, TPipe& pipe) {
    taker_.Init(weight, index, y, tiling.rows, pipe);
  }

  __aicore__ inline void Process() { taker_.Process(); }

 private:
  opgen::npu::TakeRows<T, I> taker_;
};

extern "C" __global__ __aicore__ void zoo_embedding(GM_ADDR weight, GM_ADDR index, GM_ADDR y,
                                                    GM_ADDR workspace, GM_ADDR tiling) {
  REGISTER_TILING_DEFAULT(ZooEmbeddingTilingData);
  GET_TILING_DATA(data, tiling);
  TPipe pipe;
  KernelZooEmbedding<DTYPE_WEIGHT, DTYPE_INDEX> kernel;
  kernel.Init(weight, index, y, data, pipe);
  kernel.Process();
}
