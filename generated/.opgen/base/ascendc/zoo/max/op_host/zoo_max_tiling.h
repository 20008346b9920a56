// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_MAX_ZOO_MAX_TILING_H_
#define ASCENDC_ZOO_MAX_ZOO_MAX_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooMax.
struct ZooMaxTilingData {
  opgen::npu::Loops<2> loops;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_MAX_ZOO_MAX_TILING_H_
