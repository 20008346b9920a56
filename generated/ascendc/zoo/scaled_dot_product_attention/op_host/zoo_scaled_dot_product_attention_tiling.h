// Created by opgen from specs/zoo/attention.td; yours to edit: opgen build merges later changes of
// the spec into it.
#ifndef ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_ZOO_SCALED_DOT_PRODUCT_ATTENTION_TILING_H_
#define ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_ZOO_SCALED_DOT_PRODUCT_ATTENTION_TILING_H_

#include "opgen_ascend_attention.h"

// What the host tells the kernel of ZooScaledDotProductAttention.
struct ZooScaledDotProductAttentionTilingData {
  opgen::npu::Attention attention;
  opgen::npu::AttentionBatch batch;
};

#endif  // ASCENDC_ZOO_SCALED_DOT_PRODUCT_ATTENTION_ZOO_SCALED_DOT_PRODUCT_ATTENTION_TILING_H_
