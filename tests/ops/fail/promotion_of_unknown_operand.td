// ERR: OPG0341 6:31
include "opgen/OpBase.td"
def FooOp : Op<"foo", [NoGrad]> {
  let input = (ins Tensor:$x, Tensor:$other);
  let output = (outs Tensor:$y);
  let promote = Promote<["x", "others"], FloatIfInt>;
}
