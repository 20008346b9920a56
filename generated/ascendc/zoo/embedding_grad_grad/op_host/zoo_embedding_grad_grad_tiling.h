// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_EMBEDDING_GRAD_GRAD_ZOO_EMBEDDING_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_EMBEDDING_GRAD_GRAD_ZOO_EMBEDDING_GRAD_GRAD_TILING_H_

#include "opgen_ascend_index.h"

// What the host tells the kernel of ZooEmbeddingGradGrad.
struct ZooEmbeddingGradGradTilingData {
  opgen::npu::IndexedRows rows;
};

#endif  // ASCENDC_ZOO_EMBEDDING_GRAD_GRAD_ZOO_EMBEDDING_GRAD_GRAD_TILING_H_
