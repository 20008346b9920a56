// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_CLAMP_GRAD_ZOO_CLAMP_GRAD_TILING_H_
#define ASCENDC_ZOO_CLAMP_GRAD_ZOO_CLAMP_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooClampGrad.
struct ZooClampGradTilingData {
  uint64_t total;
  uint32_t tile;
  uint32_t condition;
  uint32_t condition_2;
  uint32_t has_low_value;
  float low_value;
  float high_value;
};

#endif  // ASCENDC_ZOO_CLAMP_GRAD_ZOO_CLAMP_GRAD_TILING_H_
