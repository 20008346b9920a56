// ERR: OPG0318 6:22
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let reference = [{ return x * }];
}
