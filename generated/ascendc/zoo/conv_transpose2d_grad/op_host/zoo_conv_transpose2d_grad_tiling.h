// Created by opgen from specs/zoo/convolution.td; yours to edit: opgen build merges later changes
// of the spec into it.
#ifndef ASCENDC_ZOO_CONV_TRANSPOSE2D_GRAD_ZOO_CONV_TRANSPOSE2D_GRAD_TILING_H_
#define ASCENDC_ZOO_CONV_TRANSPOSE2D_GRAD_ZOO_CONV_TRANSPOSE2D_GRAD_TILING_H_

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooConvTranspose2dGrad.
struct ZooConvTranspose2dGradTilingData {
  opgen::npu::Convolution convolution;
};

#endif  // ASCENDC_ZOO_CONV_TRANSPOSE2D_GRAD_ZOO_CONV_TRANSPOSE2D_GRAD_TILING_H_
