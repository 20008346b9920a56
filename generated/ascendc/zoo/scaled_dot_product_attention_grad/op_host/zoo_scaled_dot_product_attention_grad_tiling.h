// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_
#define ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_

#include "opgen_ascend_attention.h"

// What the host tells the kernel of ZooScaledDotProductAttentionGrad.
struct ZooScaledDotProductAttentionGradTilingData {
  opgen::npu::Attention attention;
  opgen::npu::AttentionBatch ofQueries;
  opgen::npu::AttentionBatch ofKeys;
  opgen::npu::AttentionBatch ofValues;
};

#endif  // ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_ZOO_SCALED_DOT_PRODUCT_ATTENTION_GRAD_TILING_H_
