// ERR: OPG0330 7:27
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins OptionalAttr<SI64Attr>:$pad);
  let shape_expr = ["y = [pad]"];
}
