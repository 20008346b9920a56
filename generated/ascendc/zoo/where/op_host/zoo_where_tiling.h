// Created by opgen from specs/zoo/arithmetic.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_WHERE_ZOO_WHERE_TILING_H_
#define ASCENDC_ZOO_WHERE_ZOO_WHERE_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooWhere.
struct ZooWhereTilingData {
  opgen::npu::Loops<4> loops;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_WHERE_ZOO_WHERE_TILING_H_
