// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_CLAMP_GRAD_GRAD_ZOO_CLAMP_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_CLAMP_GRAD_GRAD_ZOO_CLAMP_GRAD_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooClampGradGrad.
struct ZooClampGradGradTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_CLAMP_GRAD_GRAD_ZOO_CLAMP_GRAD_GRAD_TILING_H_
