// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_LINEAR_ZOO_LINEAR_TILING_H_
#define ASCENDC_ZOO_LINEAR_ZOO_LINEAR_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooLinear.
struct ZooLinearTilingData {
  opgen::npu::Loops<4> loops;
  uint32_t tile;
  uint32_t has_bias;
};

#endif  // ASCENDC_ZOO_LINEAR_ZOO_LINEAR_TILING_H_
