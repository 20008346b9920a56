// Created by opgen from specs/zoo/activation.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_ELU_GRAD_ZOO_ELU_GRAD_TILING_H_
#define ASCENDC_ZOO_ELU_GRAD_ZOO_ELU_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooEluGrad.
struct ZooEluGradTilingData {
  uint64_t total;
  uint32_t tile;
  float alpha_value;
};

#endif  // ASCENDC_ZOO_ELU_GRAD_ZOO_ELU_GRAD_TILING_H_
