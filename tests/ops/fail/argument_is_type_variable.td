// ERR: OPG0302 4:27
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$T);
  let output = (outs Tensor:$y);
}
