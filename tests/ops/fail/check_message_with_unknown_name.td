// ERR: OPG0330 8:42
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, BoolAttr:$keep);
  let shape = SameAs<"x">;
  let checks = [Check<"axis > 0", "axis {axes}">];
}
