// ERR: OPG0312 7:17
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, BoolAttr:$keep);
  let dims_if = [DimsIf<"keep", "..., n -> n">];

}
