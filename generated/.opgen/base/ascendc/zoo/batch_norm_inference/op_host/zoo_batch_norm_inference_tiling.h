// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_BATCH_NORM_INFERENCE_ZOO_BATCH_NORM_INFERENCE_TILING_H_
#define ASCENDC_ZOO_BATCH_NORM_INFERENCE_ZOO_BATCH_NORM_INFERENCE_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooBatchNormInference.
struct ZooBatchNormInferenceTilingData {
  opgen::npu::Loops<6> loops;
  uint32_t tile;
  float eps_value;
};

#endif  // ASCENDC_ZOO_BATCH_NORM_INFERENCE_ZOO_BATCH_NORM_INFERENCE_TILING_H_
