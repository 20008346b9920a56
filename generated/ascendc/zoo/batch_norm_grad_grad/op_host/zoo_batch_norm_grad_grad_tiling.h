// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_BATCH_NORM_GRAD_GRAD_ZOO_BATCH_NORM_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_BATCH_NORM_GRAD_GRAD_ZOO_BATCH_NORM_GRAD_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooBatchNormGradGrad.
struct ZooBatchNormGradGradTilingData {
  opgen::npu::Loops<14> loops;
  uint32_t tile;
  float eps_value;
  float scalar;
  float scalar_2;
  float momentum_value;
  float scalar_3;
  float scalar_4;
  float scalar_5;
};

#endif  // ASCENDC_ZOO_BATCH_NORM_GRAD_GRAD_ZOO_BATCH_NORM_GRAD_GRAD_TILING_H_
