// Created by opgen from specs/zoo/pooling.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_MAX_POOL2D_GRAD_ZOO_MAX_POOL2D_GRAD_TILING_H_
#define ASCENDC_ZOO_MAX_POOL2D_GRAD_ZOO_MAX_POOL2D_GRAD_TILING_H_

#include "opgen_ascend_index.h"

// What the host tells the kernel of ZooMaxPool2dGrad.
struct ZooMaxPool2dGradTilingData {
  opgen::npu::IndexedElements elements;
};

#endif  // ASCENDC_ZOO_MAX_POOL2D_GRAD_ZOO_MAX_POOL2D_GRAD_TILING_H_
