// Created by opgen from specs/zoo/linear.td; yours to edit: opgen build merges later changes of the
// spec into it.
#ifndef ASCENDC_ZOO_MATMUL_GRAD_GRAD_ZOO_MATMUL_GRAD_GRAD_TILING_H_
#define ASCENDC_ZOO_MATMUL_GRAD_GRAD_ZOO_MATMUL_GRAD_GRAD_TILING_H_

#include "opgen_ascend_product.h"

// What the host tells the kernel of ZooMatmulGradGrad.
struct ZooMatmulGradGradTilingData {
  opgen::npu::MatrixProduct gdy;
  opgen::npu::MatrixProduct ga;
  opgen::npu::MatrixProduct gb;
};

#endif  // ASCENDC_ZOO_MATMUL_GRAD_GRAD_ZOO_MATMUL_GRAD_GRAD_TILING_H_
