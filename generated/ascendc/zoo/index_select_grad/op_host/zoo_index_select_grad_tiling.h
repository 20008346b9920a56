// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_INDEX_SELECT_GRAD_ZOO_INDEX_SELECT_GRAD_TILING_H_
#define ASCENDC_ZOO_INDEX_SELECT_GRAD_ZOO_INDEX_SELECT_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_index.h"

// What the host tells the kernel of ZooIndexSelectGrad.
struct ZooIndexSelectGradTilingData {
  opgen::npu::IndexedElements elements;
  opgen::npu::IndexedRows rows;
  uint32_t isLine;
};

#endif  // ASCENDC_ZOO_INDEX_SELECT_GRAD_ZOO_INDEX_SELECT_GRAD_TILING_H_
