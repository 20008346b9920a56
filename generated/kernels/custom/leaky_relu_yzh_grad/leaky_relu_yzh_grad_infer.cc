// Created by opgen from specs/activation.td; yours to edit: opgen build merges later changes of the
// spec into it.
#include "custom/leaky_relu_yzh_grad/leaky_relu_yzh_grad.h"
#include "opgen_infer.h"

opgen_status custom_leaky_relu_yzh_grad_infer(opgen_ctx* ctx, const opgen_tensor* x,
                                              const opgen_tensor* dy, opgen_meta* dx,
                                              double alpha) {
  opgen::Inference infer(ctx, "leaky_relu_yzh_grad");
  opgen::TypeVariable T(&infer, OPGEN_F32, OPGEN_F64);
  T.operand("x", x);
  T.operand("dy", dy);
  infer.same_shape("dy", dy, "x", x);
  infer.result_like(dx, "x", x, T.dtype());
  return infer.status();
}
