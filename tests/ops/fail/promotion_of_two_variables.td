// ERR: OPG0341 7:17
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, TensorOf<"I">:$index);
  let output = (outs Tensor:$y);
  let types = [T<"T", [F32]>, T<"I", [I64]>];
  let promote = Promote<["x", "index"]>;
}
