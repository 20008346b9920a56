// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_MAX_GRAD_ZOO_MAX_GRAD_TILING_H_
#define ASCENDC_ZOO_MAX_GRAD_ZOO_MAX_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooMaxGrad.
struct ZooMaxGradTilingData {
  opgen::npu::Loops<4> loops;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_MAX_GRAD_ZOO_MAX_GRAD_TILING_H_
