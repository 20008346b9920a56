// Created by opgen from specs/zoo/reduction.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_ARGMAX_ZOO_ARGMAX_TILING_H_
#define ASCENDC_ZOO_ARGMAX_ZOO_ARGMAX_TILING_H_

#include <cstdint>

#include "opgen_ascend_loops.h"

// What the host tells the kernel of ZooArgmax.
struct ZooArgmaxTilingData {
  opgen::npu::Along x;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_ARGMAX_ZOO_ARGMAX_TILING_H_
