// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_AVG_POOL2D_GRAD_ZOO_AVG_POOL2D_GRAD_TILING_H_
#define ASCENDC_ZOO_AVG_POOL2D_GRAD_ZOO_AVG_POOL2D_GRAD_TILING_H_

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooAvgPool2dGrad.
struct ZooAvgPool2dGradTilingData {
  opgen::npu::Pooling pooling;
};

#endif  // ASCENDC_ZOO_AVG_POOL2D_GRAD_ZOO_AVG_POOL2D_GRAD_TILING_H_
