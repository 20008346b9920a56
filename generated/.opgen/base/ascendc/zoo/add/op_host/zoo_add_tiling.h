// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_ADD_ZOO_ADD_TILING_H_
#define ASCENDC_ZOO_ADD_ZOO_ADD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooAdd.
struct ZooAddTilingData {
  opgen::npu::Loops<3> loops;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_ADD_ZOO_ADD_TILING_H_
