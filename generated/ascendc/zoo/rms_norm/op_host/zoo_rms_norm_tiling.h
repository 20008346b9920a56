// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_RMS_NORM_ZOO_RMS_NORM_TILING_H_
#define ASCENDC_ZOO_RMS_NORM_ZOO_RMS_NORM_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooRmsNorm.
struct ZooRmsNormTilingData {
  opgen::npu::Loops<3> loops;
  uint32_t tile;
  uint32_t has_weight;
  float eps_value;
};

#endif  // ASCENDC_ZOO_RMS_NORM_ZOO_RMS_NORM_TILING_H_
