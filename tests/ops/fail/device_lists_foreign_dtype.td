// ERR: OPG0340 6:25
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let devices = [CPU<>, CUDA<[F32, BF16]>];
}
