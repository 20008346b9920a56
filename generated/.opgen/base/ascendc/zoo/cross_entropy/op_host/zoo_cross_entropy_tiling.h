// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_CROSS_ENTROPY_ZOO_CROSS_ENTROPY_TILING_H_
#define ASCENDC_ZOO_CROSS_ENTROPY_ZOO_CROSS_ENTROPY_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooCrossEntropy.
struct ZooCrossEntropyTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_CROSS_ENTROPY_ZOO_CROSS_ENTROPY_TILING_H_
