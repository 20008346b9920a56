// ERR: OPG0321 6:19 // HELP: did you mean `tanh`?
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let expr = "y = tahn(x)";
}
