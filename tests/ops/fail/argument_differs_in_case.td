// ERR: OPG0302 5:29
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$X);
}
