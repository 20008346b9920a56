// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_CUSTOM_CUSTOM_LINEAR_CUSTOM_LINEAR_TILING_H_
#define ASCENDC_CUSTOM_CUSTOM_LINEAR_CUSTOM_LINEAR_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of CustomLinear.
struct CustomLinearTilingData {
  opgen::npu::Loops<4> loops;
  uint32_t tile;
  uint32_t has_bias;
  uint32_t condition;
};

#endif  // ASCENDC_CUSTOM_CUSTOM_LINEAR_CUSTOM_LINEAR_TILING_H_
