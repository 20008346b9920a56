// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_CUSTOM_LEAKY_RELU_YZH_LEAKY_RELU_YZH_TILING_H_
#define ASCENDC_CUSTOM_LEAKY_RELU_YZH_LEAKY_RELU_YZH_TILING_H_

#include <cstdint>

// What the host tells the kernel of LeakyReluYzh.
struct LeakyReluYzhTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_CUSTOM_LEAKY_RELU_YZH_LEAKY_RELU_YZH_TILING_H_
