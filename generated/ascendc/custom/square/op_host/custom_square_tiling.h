// Created by opgen from specs/elementwise.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_CUSTOM_SQUARE_CUSTOM_SQUARE_TILING_H_
#define ASCENDC_CUSTOM_SQUARE_CUSTOM_SQUARE_TILING_H_

#include <cstdint>

// What the host tells the kernel of CustomSquare.
struct CustomSquareTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_CUSTOM_SQUARE_CUSTOM_SQUARE_TILING_H_
