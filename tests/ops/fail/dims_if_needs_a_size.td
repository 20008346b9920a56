// ERR: OPG0330 8:26
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, BoolAttr:$keep);
  let dims = "..., n -> ...";
  let dims_if = [DimsIf<"x[0] == 1", "..., n -> n">];
}
