// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_AVG_POOL2D_ZOO_AVG_POOL2D_TILING_H_
#define ASCENDC_ZOO_AVG_POOL2D_ZOO_AVG_POOL2D_TILING_H_

#include "opgen_ascend_windows.h"

// What the host tells the kernel of ZooAvgPool2d.
struct ZooAvgPool2dTilingData {
  opgen::npu::Pooling pooling;
};

#endif  // ASCENDC_ZOO_AVG_POOL2D_ZOO_AVG_POOL2D_TILING_H_
