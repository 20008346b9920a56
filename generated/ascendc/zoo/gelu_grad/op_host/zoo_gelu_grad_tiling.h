// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_GELU_GRAD_ZOO_GELU_GRAD_TILING_H_
#define ASCENDC_ZOO_GELU_GRAD_ZOO_GELU_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooGeluGrad.
struct ZooGeluGradTilingData {
  uint64_t total;
  uint32_t tile;
  float scalar;
};

#endif  // ASCENDC_ZOO_GELU_GRAD_ZOO_GELU_GRAD_TILING_H_
