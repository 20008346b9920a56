// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SCATTER_ADD_GRAD_ZOO_SCATTER_ADD_GRAD_TILING_H_
#define ASCENDC_ZOO_SCATTER_ADD_GRAD_ZOO_SCATTER_ADD_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_index.h"

// What the host tells the kernel of ZooScatterAddGrad.
struct ZooScatterAddGradTilingData {
  opgen::npu::IndexedElements elements;
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_SCATTER_ADD_GRAD_ZOO_SCATTER_ADD_GRAD_TILING_H_
