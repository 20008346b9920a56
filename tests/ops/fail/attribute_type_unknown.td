// ERR: OPG0111 6:20 // HELP: `F64Attr`
include "opgen/OpBase.td"
def FooOp : Op<"foo", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins FloatAttr:$a);
}
