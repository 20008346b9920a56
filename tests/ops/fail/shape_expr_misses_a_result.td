// ERR: OPG0330 7:22
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, BoolAttr:$keep);
  let shape_expr = ["n = x[0]"];
}
