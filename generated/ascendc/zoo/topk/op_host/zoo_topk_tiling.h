// Created by opgen from specs/zoo/sorting.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_
#define ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooTopk.
struct ZooTopkTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_TOPK_ZOO_TOPK_TILING_H_
