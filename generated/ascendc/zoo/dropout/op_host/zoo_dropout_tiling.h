// Created by opgen from specs/zoo/random.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_DROPOUT_ZOO_DROPOUT_TILING_H_
#define ASCENDC_ZOO_DROPOUT_ZOO_DROPOUT_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooDropout.
struct ZooDropoutTilingData {
  uint64_t total;
  uint64_t seed;
  uint64_t bound;  // of what is left out, as a multiple of 2^-53
  float scale;
  uint32_t tile;  // in pairs of elements
};

#endif  // ASCENDC_ZOO_DROPOUT_ZOO_DROPOUT_TILING_H_
