// ERR: OPG0330 7:27
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, BoolAttr:$keep);
  let shape_expr = ["y = [sum[k](x)]"];
}
