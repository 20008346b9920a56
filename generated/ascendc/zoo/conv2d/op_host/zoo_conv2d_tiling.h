// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_CONV2D_ZOO_CONV2D_TILING_H_
#define ASCENDC_ZOO_CONV2D_ZOO_CONV2D_TILING_H_

#include <cstdint>

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooConv2d.
struct ZooConv2dTilingData {
  opgen::npu::Convolution convolution;
  uint32_t hasBias;
};

#endif  // ASCENDC_ZOO_CONV2D_ZOO_CONV2D_TILING_H_
