// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_BATCH_NORM_ZOO_BATCH_NORM_TILING_H_
#define ASCENDC_ZOO_BATCH_NORM_ZOO_BATCH_NORM_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooBatchNorm.
struct ZooBatchNormTilingData {
  opgen::npu::Loops<8> loops;
  uint32_t tile;
  float eps_value;
  float scalar;
  float momentum_value;
  float scalar_2;
  float scalar_3;
};

#endif  // ASCENDC_ZOO_BATCH_NORM_ZOO_BATCH_NORM_TILING_H_
