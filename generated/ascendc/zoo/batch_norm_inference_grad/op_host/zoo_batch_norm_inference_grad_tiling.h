// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_BATCH_NORM_INFERENCE_GRAD_ZOO_BATCH_NORM_INFERENCE_GRAD_TILING_H_
#define ASCENDC_ZOO_BATCH_NORM_INFERENCE_GRAD_ZOO_BATCH_NORM_INFERENCE_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooBatchNormInferenceGrad.
struct ZooBatchNormInferenceGradTilingData {
  opgen::npu::Loops<4> loops0;
  opgen::npu::Loops<9> loops1;
  uint32_t tile;
  float eps_value;
};

#endif  // ASCENDC_ZOO_BATCH_NORM_INFERENCE_GRAD_ZOO_BATCH_NORM_INFERENCE_GRAD_TILING_H_
