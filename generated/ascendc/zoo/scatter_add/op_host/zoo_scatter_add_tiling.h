// Created by opgen from specs/zoo/indexing.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SCATTER_ADD_ZOO_SCATTER_ADD_TILING_H_
#define ASCENDC_ZOO_SCATTER_ADD_ZOO_SCATTER_ADD_TILING_H_

#include "opgen_ascend_index.h"

// What the host tells the kernel of ZooScatterAdd.
struct ZooScatterAddTilingData {
  opgen::npu::IndexedElements elements;
};

#endif  // ASCENDC_ZOO_SCATTER_ADD_ZOO_SCATTER_ADD_TILING_H_
