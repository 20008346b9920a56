// ERR: OPG0311 6:16
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F32, F32]>];
}
