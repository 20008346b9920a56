// Created by opgen from specs/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_CUSTOM_CUSTOM_LINEAR_GRAD_CUSTOM_LINEAR_GRAD_TILING_H_
#define ASCENDC_CUSTOM_CUSTOM_LINEAR_GRAD_CUSTOM_LINEAR_GRAD_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of CustomLinearGrad.
struct CustomLinearGradTilingData {
  opgen::npu::Loops<3> loops0;
  opgen::npu::Loops<3> loops1;
  opgen::npu::Loops<2> loops2;
  uint32_t tile;
  uint32_t use_bias_value;
};

#endif  // ASCENDC_CUSTOM_CUSTOM_LINEAR_GRAD_CUSTOM_LINEAR_GRAD_TILING_H_
