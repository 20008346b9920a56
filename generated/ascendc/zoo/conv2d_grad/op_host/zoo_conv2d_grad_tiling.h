// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_CONV2D_GRAD_ZOO_CONV2D_GRAD_TILING_H_
#define ASCENDC_ZOO_CONV2D_GRAD_ZOO_CONV2D_GRAD_TILING_H_

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooConv2dGrad.
struct ZooConv2dGradTilingData {
  opgen::npu::Convolution convolution;
};

#endif  // ASCENDC_ZOO_CONV2D_GRAD_ZOO_CONV2D_GRAD_TILING_H_
