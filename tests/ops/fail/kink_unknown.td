// ERR: OPG0321 6:14
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x); let output = (outs Tensor:$y);
  let expr = "y = relu(x)";
  let kink = "one";
}
