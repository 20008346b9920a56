// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_MATMUL_ZOO_MATMUL_TILING_H_
#define ASCENDC_ZOO_MATMUL_ZOO_MATMUL_TILING_H_

#include "opgen_ascend_product.h"

// What the host tells the kernel of ZooMatmul.
struct ZooMatmulTilingData {
  opgen::npu::MatrixProduct y;
};

#endif  // ASCENDC_ZOO_MATMUL_ZOO_MATMUL_TILING_H_
