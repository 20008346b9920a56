// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_DIV_GRAD_GRAD_ZOO_DIV_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_DIV_GRAD_GRAD_ZOO_DIV_GRAD_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooDivGradGrad.
struct ZooDivGradGradTilingData {
  opgen::npu::Loops<5> loops0;
  opgen::npu::Loops<6> loops1;
  opgen::npu::Loops<4> loops2;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_DIV_GRAD_GRAD_ZOO_DIV_GRAD_GRAD_TILING_H_
