// ERR: OPG0340 7:18
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, TensorOf<"U">:$z);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F32]>, T<"U", [F16, BF16]>];
  let devices = [CPU<[F32]>];
}
