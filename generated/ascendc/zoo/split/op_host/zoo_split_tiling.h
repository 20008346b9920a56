// Created by opgen from specs/zoo/joining.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SPLIT_ZOO_SPLIT_TILING_H_
#define ASCENDC_ZOO_SPLIT_ZOO_SPLIT_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooSplit.
struct ZooSplitTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_SPLIT_ZOO_SPLIT_TILING_H_
