// ERR: OPG0340 6:30
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let devices = [CPU<[F32]>, CPU<[F64]>];
}
