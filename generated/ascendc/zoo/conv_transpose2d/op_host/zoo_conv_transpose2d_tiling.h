// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_
#define ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_

#include <cstdint>

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooConvTranspose2d.
struct ZooConvTranspose2dTilingData {
  opgen::npu::Convolution convolution;
  uint32_t hasBias;
};

#endif  // ASCENDC_ZOO_CONV_TRANSPOSE2D_ZOO_CONV_TRANSPOSE2D_TILING_H_
