// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_CONCAT_ZOO_CONCAT_TILING_H_
#define ASCENDC_ZOO_CONCAT_ZOO_CONCAT_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooConcat.
struct ZooConcatTilingData {
  opgen::npu::Along whole;
  uint32_t tile;  // in bytes
};

#endif  // ASCENDC_ZOO_CONCAT_ZOO_CONCAT_TILING_H_
