// ERR: OPG0321 6:19
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins TensorOf<"I">:$x); let output = (outs TensorOf<"I">:$y);
  let types = [T<"I", [I32, I64]>];
  let expr = "y = sqrt(x)";
}
