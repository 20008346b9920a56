// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_CLAMP_ZOO_CLAMP_TILING_H_
#define ASCENDC_ZOO_CLAMP_ZOO_CLAMP_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooClamp.
struct ZooClampTilingData {
  uint64_t total;
  uint32_t tile;
  uint32_t has_high_value;
  uint32_t has_low_value;
  float low_value;
  float high_value;
};

#endif  // ASCENDC_ZOO_CLAMP_ZOO_CLAMP_TILING_H_
