// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_
#define ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_

#include <cstdint>

// What the host tells the kernel of ZooScaledDotProductAttentionGrad.
struct ZooScaledDotProductAttentionGradTilingData {
  uint64_t total;
  uint32_t tile;
};

#endif  // ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_
