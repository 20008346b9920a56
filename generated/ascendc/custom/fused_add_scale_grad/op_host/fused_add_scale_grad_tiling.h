// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_CUSTOM_FUSED_ADD_SCALE_GRAD_FUSED_ADD_SCALE_GRAD_TILING_H_
#define ASCENDC_CUSTOM_FUSED_ADD_SCALE_GRAD_FUSED_ADD_SCALE_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of FusedAddScaleGrad.
struct FusedAddScaleGradTilingData {
  opgen::npu::Loops<3> loops0;
  opgen::npu::Loops<3> loops1;
  opgen::npu::Loops<4> loops2;
  uint32_t tile;
};

#endif  // ASCENDC_CUSTOM_FUSED_ADD_SCALE_GRAD_FUSED_ADD_SCALE_GRAD_TILING_H_
