// Created by opgen from specs/zoo/normalization.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_LAYER_NORM_GRAD_GRAD_ZOO_LAYER_NORM_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_LAYER_NORM_GRAD_GRAD_ZOO_LAYER_NORM_GRAD_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooLayerNormGradGrad.
struct ZooLayerNormGradGradTilingData {
  opgen::npu::Loops<6> loops0;
  opgen::npu::Loops<6> loops1;
  opgen::npu::Loops<4> loops2;
  uint32_t tile;
  uint32_t has_weight;
  float eps_value;
  float scalar;
};

#endif  // ASCENDC_ZOO_LAYER_NORM_GRAD_GRAD_ZOO_LAYER_NORM_GRAD_GRAD_TILING_H_
