// Created by opgen from specs/zoo/optimizer.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_ADAMW_STEP_ZOO_ADAMW_STEP_TILING_H_
#define ASCENDC_ZOO_ADAMW_STEP_ZOO_ADAMW_STEP_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooAdamwStep.
struct ZooAdamwStepTilingData {
  uint64_t total;
  uint32_t tile;
  float beta1_value;
  float scalar;
  float beta2_value;
  float scalar_2;
  float scalar_3;
  float scalar_4;
  float scalar_5;
  float eps_value;
};

#endif  // ASCENDC_ZOO_ADAMW_STEP_ZOO_ADAMW_STEP_TILING_H_
