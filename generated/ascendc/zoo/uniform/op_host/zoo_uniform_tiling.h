// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_UNIFORM_ZOO_UNIFORM_TILING_H_
#define ASCENDC_ZOO_UNIFORM_ZOO_UNIFORM_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooUniform.
struct ZooUniformTilingData {
  uint64_t total;
  uint64_t seed;
  float low;
  float width;
  uint32_t tile;  // in pairs of elements
};

#endif  // ASCENDC_ZOO_UNIFORM_ZOO_UNIFORM_TILING_H_
