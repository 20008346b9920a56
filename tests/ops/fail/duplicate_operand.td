// ERR: OPG0302 4:38
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$x);
  let output = (outs Tensor:$y);
}
