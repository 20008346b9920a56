// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_CUSTOM_FUSED_ADD_SCALE_FUSED_ADD_SCALE_TILING_H_
#define ASCENDC_CUSTOM_FUSED_ADD_SCALE_FUSED_ADD_SCALE_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of FusedAddScale.
struct FusedAddScaleTilingData {
  opgen::npu::Loops<4> loops;
  uint32_t tile;
};

#endif  // ASCENDC_CUSTOM_FUSED_ADD_SCALE_FUSED_ADD_SCALE_TILING_H_
