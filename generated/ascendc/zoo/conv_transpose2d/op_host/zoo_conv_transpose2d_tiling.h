// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_
#define ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooConvTranspose2d.
struct ZooConvTranspose2dTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_
