// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_CUSTOM_LEAKY_RELU_YZH_GRAD_LEAKY_RELU_YZH_GRAD_TILING_H_
#define ASCENDC_CUSTOM_LEAKY_RELU_YZH_GRAD_LEAKY_RELU_YZH_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of LeakyReluYzhGrad.
struct LeakyReluYzhGradTilingData {
  uint64_t total;
  uint32_t tile;
  float alpha_value;
};

#endif  // ASCENDC_CUSTOM_LEAKY_RELU_YZH_GRAD_LEAKY_RELU_YZH_GRAD_TILING_H_
