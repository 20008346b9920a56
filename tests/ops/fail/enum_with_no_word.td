// ERR: OPG0342 6:20
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins EnumAttr<["none", "no-op"]>:$mode);
}
