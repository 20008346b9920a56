// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_MUL_GRAD_ZOO_MUL_GRAD_TILING_H_
#define ASCENDC_ZOO_MUL_GRAD_ZOO_MUL_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooMulGrad.
struct ZooMulGradTilingData {
  opgen::npu::Loops<3> loops0;
  opgen::npu::Loops<3> loops1;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_MUL_GRAD_ZOO_MUL_GRAD_TILING_H_
