// ERR: OPG0321 7:32
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins EnumAttr<["up", "down"]>:$mode);
  let expr = "y = x if mode == 'left' else 0";
}
