// ERR: OPG0304 4:15
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (outs Tensor:$x);
  let output = (outs Tensor:$y);

}
