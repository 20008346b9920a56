// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_MAX_POOL2D_ZOO_MAX_POOL2D_TILING_H_
#define ASCENDC_ZOO_MAX_POOL2D_ZOO_MAX_POOL2D_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooMaxPool2d.
struct ZooMaxPool2dTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_MAX_POOL2D_ZOO_MAX_POOL2D_TILING_H_
