// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_LINEAR_GRAD_ZOO_LINEAR_GRAD_TILING_H_
#define ASCENDC_ZOO_LINEAR_GRAD_ZOO_LINEAR_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooLinearGrad.
struct ZooLinearGradTilingData {
  opgen::npu::Loops<3> loops0;
  opgen::npu::Loops<3> loops1;
  opgen::npu::Loops<2> loops2;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_LINEAR_GRAD_ZOO_LINEAR_GRAD_TILING_H_
