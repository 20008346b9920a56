// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh/leaky_relu_yzh.h"
#include "opgen_infer.h"

opgen_status custom_leaky_relu_yzh_infer(opgen_ctx* ctx, const opgen_tensor* x, opgen_meta* y,
                                         double alpha) {
  opgen::Inference infer(ctx, "leaky_relu_yzh");
  opgen::TypeVariable T(&infer, OPGEN_F32, OPGEN_F64);
  T.operand("x", x);
  infer.result_like(y, "x", x, T.dtype());
  return infer.status();
}
