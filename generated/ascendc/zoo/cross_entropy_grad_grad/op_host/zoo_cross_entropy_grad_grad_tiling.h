// Created by opgen from specs/zoo/loss.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_CROSS_ENTROPY_GRAD_GRAD_ZOO_CROSS_ENTROPY_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_CROSS_ENTROPY_GRAD_GRAD_ZOO_CROSS_ENTROPY_GRAD_GRAD_TILING_H_

#include "zoo_scored_rows_tiling.h"

// What the host tells the kernel of ZooCrossEntropyGradGrad.
struct ZooCrossEntropyGradGradTilingData {
  zoo::CrossEntropyTiling entropy;
};

#endif  // ASCENDC_ZOO_CROSS_ENTROPY_GRAD_GRAD_ZOO_CROSS_ENTROPY_GRAD_GRAD_TILING_H_
