// ERR: OPG0330 6:31 // HELP: write `x[0]`
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape_expr = ["y = [2, x.shape[0]]"];
}
