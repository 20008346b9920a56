// ERR: OPG0311 4:20
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins F64Attr:$x);
  let output = (outs Tensor:$y);
}
