// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_
#define ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooTopk.
struct ZooTopkTilingData {
  opgen::npu::Along x;
  uint64_t taken;  // of each row
  uint32_t tile;
  uint32_t isAscending;
};

#endif  // ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_
