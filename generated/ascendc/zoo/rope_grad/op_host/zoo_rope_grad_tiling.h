// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_ROPE_GRAD_ZOO_ROPE_GRAD_TILING_H_
#define ASCENDC_ZOO_ROPE_GRAD_ZOO_ROPE_GRAD_TILING_H_

#include "zoo_rotation_tiling.h"

// What the host tells the kernel of ZooRopeGrad.
struct ZooRopeGradTilingData {
  zoo::RotationTiling rotation;
};

#endif  // ASCENDC_ZOO_ROPE_GRAD_ZOO_ROPE_GRAD_TILING_H_
