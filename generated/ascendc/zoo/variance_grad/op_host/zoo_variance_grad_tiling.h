// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_VARIANCE_GRAD_ZOO_VARIANCE_GRAD_TILING_H_
#define ASCENDC_ZOO_VARIANCE_GRAD_ZOO_VARIANCE_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooVarianceGrad.
struct ZooVarianceGradTilingData {
  opgen::npu::Loops<3> loops;
  uint32_t tile;
  float scalar;
};

#endif  // ASCENDC_ZOO_VARIANCE_GRAD_ZOO_VARIANCE_GRAD_TILING_H_
